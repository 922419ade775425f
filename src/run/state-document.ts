import type { Mark } from './mark.ts';
import type { SpanFact } from './span-fact.ts';

export const STATE_SCHEMA = 'assay.tool_observation_state.v0';

/**
 * `assay.tool_observation_state.v0`: the evidence itself, of one run or of many. Two of them united are the evidence
 * of both, whatever they share; surface, health and index are functions of it.
 */
export interface StateDocument {
  readonly schema: typeof STATE_SCHEMA;
  readonly spans: readonly SpanFact[];
  readonly marks: readonly Mark[];
}
