import { checkpointAttributes } from '../../decision/checkpoint.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT, RUN_END_EVENT } from '../../decision/names.ts';
import { runSealAttributes } from '../../decision/run-seal.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import type { Attributes } from '../../span/view.ts';
import type { RewrittenCall } from './rewritten-call.ts';

const BROKEN = { checkpoint: CHECKPOINT_EVENT, decision: DECISION_EVENT } as const;

/** Our events, written anew: names, and attributes as they are published. */
export function ownEvents(
  calls: readonly RewrittenCall[],
  { checkpoints = [], seals = [], broken = [] }: SpanFact,
): readonly (readonly [name: string, attributes: Attributes])[] {
  return [
    ...calls.map(({ event }) => [DECISION_EVENT, event] as const),
    ...checkpoints.map((one) => [CHECKPOINT_EVENT, checkpointAttributes(one)] as const),
    ...seals.map((seal) => [RUN_END_EVENT, runSealAttributes(seal)] as const),
    // That something was cut on its way stays visible.
    ...broken.map((what) => [BROKEN[what], {}] as const),
  ];
}
