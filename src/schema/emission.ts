import { z } from 'zod';
import { type ClosedBy, EMISSION_SCHEMA } from '../run/emission.ts';
import { expect, fieldsOf, type Refinement } from './refinement.ts';
import { nonEmpty, ordinal } from './shapes.ts';

/** By name, so that a word which the type gains or loses does not compile until it is listed here. */
const CLOSED_BY: { readonly [Word in ClosedBy]: Word } = {
  end_of_input: 'end_of_input',
  evicted: 'evicted',
  idle: 'idle',
  max_age: 'max_age',
  root_ended: 'root_ended',
  shutdown: 'shutdown',
};

/** `assay.tool_observation_emission.v0`: the envelope around one writing of the documents of a run. */
export const EmissionSchema = z
  .looseObject({
    schema: z.literal(EMISSION_SCHEMA),
    run_id: nonEmpty,
    revision: ordinal,
    supersedes: ordinal.nullable(),
    closed_by: z.enum(CLOSED_BY),
    fragment: z.boolean(),
    emitted_by: nonEmpty,
  })
  .superRefine(emissionRules, { when: () => true });

/** What takes the place of nothing is the first of its run, or stands beside what came before as a fragment. */
function emissionRules(value: unknown, context: Refinement): void {
  const { revision, supersedes, fragment } = fieldsOf(value);
  if (typeof revision !== 'number') return;
  if (typeof supersedes === 'number') {
    expect(context, supersedes < revision, ['supersedes'], 'lower than `revision`', 'one that is not');
  } else if (supersedes === null && fragment === false) {
    const expectation = 'an earlier revision, unless this is the first one or a fragment';
    expect(context, revision <= 1, ['supersedes'], expectation);
  }
}
