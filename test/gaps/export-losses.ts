import { deferred } from '../mcp/support/deferred.ts';
import { runAgent, threeCalls } from './agent.ts';
import type { GapCase } from './gap-case.ts';
import type { Answer } from './receiver.ts';
import { idle } from './traced-process.ts';

const refusing =
  (part: string) =>
  (body: string): Answer =>
    body.includes(part) ? 'refuse' : 'keep';

/** What never leaves the process, or is refused on its way out. */
export const EXPORT_LOSSES: readonly GapCase[] = [
  {
    code: 'sequence_gap',
    cause: 'the queue of the batch processor overflows while an export is slow',
    gaps: ['seal_mismatch', 'sequence_gap missing 4-6'],
    calls: 6,
    async run(isFaulty) {
      const slow = deferred();
      if (!isFaulty) slow.resolve();
      return runAgent({
        batching: isFaulty ? { maxQueueSize: 2, maxExportBatchSize: 2 } : {},
        answerTo: () => slow.promise.then(() => 'keep' as const),
        async act(agent) {
          await threeCalls(agent);
          await threeCalls(agent);
          slow.resolve();
          await agent.process.flush();
        },
      });
    },
  },
  {
    code: 'sequence_gap',
    cause: 'the export of one batch fails',
    gaps: ['seal_mismatch', 'sequence_gap missing 2-2'],
    run: (isFaulty) =>
      runAgent({
        batching: { maxExportBatchSize: 1 },
        ...(isFaulty && { answerTo: refusing('tools/call search') }),
      }),
  },
  {
    code: 'checkpoint_missing',
    cause: 'the export of the last batch fails',
    gaps: ['checkpoint_missing', 'root_not_observed'],
    state: 'unknown',
    run: (isFaulty) =>
      runAgent({ batching: { maxExportBatchSize: 1 }, ...(isFaulty && { answerTo: refusing('"agent"') }) }),
  },
  {
    code: 'checkpoint_missing',
    cause: 'there is no processor, and the guard numbers calls as they arrive',
    gaps: ['checkpoint_missing'],
    state: 'unknown',
    run: (isFaulty) => runAgent(isFaulty ? { around: () => idle() } : {}),
  },
];
