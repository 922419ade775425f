// Asks Open Policy Agent about a tool call, in the process: `policy/tools.wasm` is `policy/tools.rego`, compiled.
import { readFileSync } from 'node:fs';
import opa from '@open-policy-agent/opa-wasm';

const SOURCE = 'opa';
const policy = await opa.loadPolicy(readFileSync(new URL('policy/tools.wasm', import.meta.url)));

/** The decision about a call, as a record has it. */
export function decide({ name, arguments: { owner, repo, read_only, ticket } = {} }) {
  // Only what the policy asks for: key material is none of it.
  const input = { tool: name, owner, repo, read_only, ticket };
  const decision = ask('agent/tools/decision', input);
  if (decision === undefined) return { effect: 'error', source: SOURCE, enforced: true };
  const { effect, rule: ruleId } = decision;
  const advice = effect === 'allow' ? ask('agent/tools/advice', input) : undefined;
  if (advice?.effect !== 'deny') return { effect, source: SOURCE, ruleId, enforced: true };
  return { effect, source: SOURCE, ruleId: advice.rule, enforced: false, advisedEffect: 'deny' };
}

/** The document at `entrypoint`; nothing where it is undefined, or where evaluation failed (rules that contradict). */
function ask(entrypoint, input) {
  try {
    return policy.evaluate(input, entrypoint)?.[0]?.result;
  } catch {
    return undefined;
  }
}
