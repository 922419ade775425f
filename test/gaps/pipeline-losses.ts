import { deferred } from '../mcp/support/deferred.ts';
import { runAgent } from './agent.ts';
import type { GapCase } from './gap-case.ts';
import { masked, onSpan, passedOn, redigested, type SpanChange, truncated, withEvents } from './stored.ts';

const CALL = 'tools/call search';

const withoutEvents: SpanChange = (span) => [{ ...span, events: [] }];

/** A run of which everything left its process; `change` is what happens to it then. */
const onTheWay = (change: SpanChange) => async (isFaulty: boolean) => {
  const bodies = await runAgent({});
  return isFaulty ? passedOn(bodies, change) : bodies;
};

/** What a pipeline drops or changes between a process and the reader. */
export const PIPELINE_LOSSES: readonly GapCase[] = [
  {
    code: 'event_lost',
    cause: 'a pipeline drops the events of a call',
    gaps: ['event_lost missing 2-2', 'seal_mismatch'],
    run: onTheWay(onSpan(CALL, withoutEvents)),
  },
  {
    code: 'checkpoint_missing',
    cause:
      'a pipeline drops the events of a call that outlasts its root, the last word of its process among them',
    gaps: ['checkpoint_missing', 'event_lost missing 1-1', 'not_final open 1-1'],
    calls: 1,
    async run(isFaulty) {
      const answered = deferred();
      let called: Promise<void> | undefined;
      const bodies = await runAgent({
        beforeAnswer: answered.promise,
        async act({ call }) {
          called = call('search');
        },
        async afterwards() {
          answered.resolve();
          await called;
        },
      });
      return isFaulty ? passedOn(bodies, onSpan(CALL, withoutEvents)) : bodies;
    },
  },
  {
    code: 'event_truncated',
    cause: 'a pipeline cuts the strings of decision events',
    gaps: ['event_lost missing 1-3', 'event_truncated decision x3', 'seal_mismatch'],
    run: onTheWay((span) => [
      withEvents(span, (event) => (event.name === 'assay.tool_decision' ? truncated(event, 256) : event)),
    ]),
  },
  {
    code: 'event_truncated',
    cause: 'a store cuts the strings of every event',
    gaps: [
      'checkpoint_missing',
      'event_lost missing 1-3',
      'event_truncated checkpoint',
      'event_truncated decision x3',
    ],
    state: 'unknown',
    run: onTheWay((span) => [withEvents(span, (event) => truncated(event, 256))]),
  },
  {
    code: 'seal_mismatch',
    cause: 'a pipeline rewrites a record and makes its digest anew',
    gaps: ['seal_mismatch'],
    run: onTheWay(
      onSpan(CALL, (span) => [withEvents(span, (event) => redigested(event, 'assay.record', masked))]),
    ),
  },
];
