import { z } from 'zod';
import { range, rangeRules } from './ranges.ts';
import { expect, fieldsOf, type Refinement } from './refinement.ts';
import {
  count,
  digest,
  emitterId,
  epoch,
  nanoseconds,
  nonEmpty,
  ordinal,
  spanId,
  vantage,
} from './shapes.ts';

const attestation = z.looseObject({
  scope: z.string(),
  version: z.string(),
  vantage,
  basis: z.enum(['installed', 'configured', 'seen']),
  covers: z.enum(['object', 'process']),
  since: nanoseconds,
});

/** The checkpoint that `assay.checkpoint` holds: what one emitter says of one epoch (wire spec, "Attributes"). */
export const CheckpointSchema = z
  .looseObject({
    emitter: emitterId,
    epoch,
    ordinal,
    numbered: count,
    withdrawn: z.array(range),
    open: z.array(range),
    open_roots: z.array(spanId),
    root: spanId.nullable(),
    run_root: spanId.nullable(),
    run: z.literal('trace').nullable(),
    final: z.boolean(),
    resumed: z.boolean(),
    seal: digest,
    unrecorded: count,
    detached_calls: count,
    instrumentation: z.array(attestation),
    sampler: z.enum(['observing', 'declared', 'unknown']),
    not_sampled: count,
    read_in_process: z.boolean(),
    limits: z.array(nonEmpty),
    hooks_missed: count,
    scrub: z.enum(['strict', 'content', 'off']),
    policy_hook: z.boolean(),
    classifier_version: z.array(nonEmpty),
    initialize_seen: z.boolean(),
    tools_list_seen: z.boolean(),
    from: nanoseconds,
    until: nanoseconds,
  })
  .superRefine(checkpointRules, { when: () => true });

/** What a checkpoint cannot say together. */
function checkpointRules(value: unknown, context: Refinement): void {
  const { numbered, withdrawn, open, final, resumed, from, until } = fieldsOf(value);
  rangeRules(['withdrawn'], withdrawn, context, numbered);
  rangeRules(['open'], open, context, numbered);
  const isOpen = Array.isArray(open) && open.length > 0;
  if (final === true) {
    expect(context, !isOpen, ['final'], 'false while calls are open');
    expect(context, resumed !== true, ['final'], 'false in a resumed epoch');
  }
  if (nanoseconds.safeParse(from).success && nanoseconds.safeParse(until).success) {
    const isInOrder = BigInt(from as string) <= BigInt(until as string);
    expect(context, isInOrder, ['until'], 'no earlier than `from`');
  }
}
