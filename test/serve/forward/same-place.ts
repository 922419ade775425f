import type { CallFact, SpanFact } from '../../../src/run/span-fact.ts';

/**
 * A fact without the little that may differ at the next receiver. None of it makes a run look cleaner:
 * - `unscrubbed`: what left is scrubbed, so of the next receiver's spans it is not true;
 * - which method of MCP it was, if no tool call: what told it may not leave, and nothing reads it;
 * - how a call came: it leaves with its record;
 * - that the name of a policy layer's rule was masked: the mask is its name from then on.
 */
export function samePlace({ unscrubbed, mcp, calls, policy, ...fact }: SpanFact) {
  return {
    ...fact,
    mcp: mcp !== undefined,
    calls: calls?.map(({ origin, ...call }: CallFact) => call),
    policy: policy && { ...policy, sanitized: undefined },
  };
}
