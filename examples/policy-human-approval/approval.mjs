// Between client and server: a key for one of the repositories below needs a person's word. It is asked for while the span of
// the call is open, so that what was decided stands in the record of the call.
import { setTimeout as sleep } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { recordDecision } from 'assay-otel';

const REFUSED = -32010;
const NEEDS_A_PERSON = ['acme/prod-api', 'acme/payments', 'contractor/prod-api-fork'];

/** Puts the approval before a client transport: `tools/call` passes where `ask(repository)` says so, within `patience` ms. */
export function withApproval(transport, { ask, patience }) {
  const forward = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method !== 'tools/call') return forward(message, options);
    const { owner, repo } = message.params.arguments ?? {};
    if (!NEEDS_A_PERSON.includes(`${owner}/${repo}`)) return forward(message, options);
    const span = trace.getActiveSpan();
    const decision = await decide(ask(`${owner}/${repo}`), patience);
    recordDecision(span, decision);
    if (decision.effect === 'allow') return forward(message, options);
    // What could not be decided does not pass either.
    const error = { code: REFUSED, message: 'Refused' };
    queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error }));
  };
  return transport;
}

/** The answer as a decision; no answer is a decision that failed, and says so. */
async function decide(answer, patience) {
  const source = 'human-approval';
  const given = await Promise.race([answer, sleep(patience)]);
  if (given === undefined) return { effect: 'error', source, enforced: true };
  // Who decided is known to the approval system; a record holds no names of people.
  return { effect: given.approved ? 'allow' : 'deny', source, ruleId: given.ticket, enforced: true };
}
