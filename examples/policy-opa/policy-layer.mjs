// Between client and server, as a gateway would be: decides on every call while its span is open, enforces, and says so.
import { trace } from '@opentelemetry/api';
import { recordDecision } from 'assay-otel';

const REFUSED = -32010;

/** Puts `decide(params)` before a client transport: `tools/call` passes where the effect of the decision is `allow`. */
export function withPolicy(transport, decide) {
  const forward = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method !== 'tools/call') return forward(message, options);
    const decision = decide(message.params);
    recordDecision(trace.getActiveSpan(), decision);
    if (decision.effect === 'allow') return forward(message, options);
    // What could not be decided does not pass either.
    const error = { code: REFUSED, message: 'Refused' };
    queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error }));
  };
  return transport;
}
