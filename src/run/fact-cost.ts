import { jsonLength } from './canonical-length.ts';
import type { SpanFact } from './span-fact.ts';

/**
 * Bytes of heap, measured and rounded up, with what the documents take when all runs are written together. A call
 * counts with what it takes while its run is being assessed (8 times its record, and more that does not depend on
 * it): one run may be all there is.
 */
const COST = { span: 1_000, checkpoint: 3_000, call: 4_000, character: 4, recordCharacter: 8 };

/** Bytes that a run itself takes, beside its facts. */
export const RUN_COST = 2_000;

/** Bytes that a fact may take while it is held. */
export function factCost({ calls, unproven, checkpoints, seals }: SpanFact): number {
  let bytes = COST.span;
  for (const said of checkpoints ?? []) bytes += COST.checkpoint + jsonLength(said) * COST.character;
  for (const said of seals ?? []) bytes += COST.checkpoint + jsonLength(said) * COST.character;
  for (const { record } of calls ?? []) bytes += COST.call + record.length * COST.recordCharacter;
  if (unproven !== undefined) bytes += COST.call + unproven.record.length * COST.recordCharacter;
  return bytes;
}
