import { z } from 'zod';
import { STATE_SCHEMA } from '../run/state-document.ts';
import { range, rangeRules } from './ranges.ts';
import { fieldsOf, type Refinement } from './refinement.ts';
import { emitterId, epoch, nonEmpty, ordinal, traceId } from './shapes.ts';
import { SpanFactSchema } from './span-fact.ts';

const loss = z.looseObject({
  mark: z.literal('loss'),
  trace: traceId,
  code: z.enum(['export_failed', 'rejected']),
  reporter: nonEmpty,
  n: ordinal,
});

const part = z.looseObject({ mark: z.literal('part'), trace: traceId, part: nonEmpty, revision: ordinal });

const fragment = z.looseObject({
  mark: z.literal('fragment'),
  trace: traceId,
  of: nonEmpty,
  revision: ordinal,
  run: nonEmpty,
  numbers: z.array(z.looseObject({ emitter: emitterId, epoch, calls: z.array(range) })),
});

/**
 * `assay.tool_observation_state.v0`: evidence of one run or of many, as sets of facts and marks. Any order of their
 * elements is the same state; writers put them in one order.
 */
export const StateDocumentSchema = z
  .looseObject({
    schema: z.literal(STATE_SCHEMA),
    spans: z.array(SpanFactSchema),
    marks: z.array(
      z.discriminatedUnion('mark', [loss, part, fragment], {
        error: 'a mark whose `mark` is "loss", "part" or "fragment"',
      }),
    ),
  })
  .superRefine(stateRules, { when: () => true });

function stateRules(value: unknown, context: Refinement): void {
  const { marks } = fieldsOf(value);
  if (!Array.isArray(marks)) return;
  marks.map(fieldsOf).forEach(({ numbers }, index) => {
    if (!Array.isArray(numbers)) return;
    numbers.map(fieldsOf).forEach(({ calls }, at) => {
      rangeRules(['marks', index, 'numbers', at, 'calls'], calls, context);
    });
  });
}
