import { setImmediate } from 'node:timers/promises';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import {
  MAX_RUN_ROWS,
  MAX_TRACE_LINKS,
  type ReadCount,
  type RunBatch,
  runBatches,
} from '../clickhouse/run-batches.ts';
import type { Window } from '../clickhouse/run-keys.ts';
import type { Shard } from '../clickhouse/shard.ts';
import type { Store } from '../clickhouse/store.ts';
import type { ReadSpan } from '../run/fact-of-span.ts';
import { safeRunId } from '../run/run-id.ts';
import type { Printer } from './printer.ts';
import { factReader } from './read-fact.ts';
import { logFactReader } from './read-log-fact.ts';
import { StateUnion } from './state-union.ts';
import type { TraceReaderOptions } from './trace-reader.ts';

export interface StoreReading {
  readonly store: Store;
  /** What messages call it. */
  readonly name: string;
  readonly shard: Shard;
  readonly window: Window;
  /** Counted while it is read. */
  readonly count: ReadCount;
  readonly emittedBy: string;
}

/** Some runs, and what was a run before its trace turned out to be of another. */
export interface StoredRuns {
  readonly runs: readonly EmittedRun[];
  readonly emptied: readonly EmittedRun[];
}

/**
 * The runs of a shard of the store, some at a time: the evidence rows that the store has kept, read by the same rules as
 * spans in files, and of what a reader of files would refuse the same is refused on the printer.
 *
 * @throws {StoreError}
 */
export async function* runsInStore(
  { store, name, shard, window, count, emittedBy }: StoreReading,
  options: TraceReaderOptions,
  printer: Printer,
): AsyncGenerator<StoredRuns> {
  const readFact = factReader(options);
  const readLogFact = logFactReader(options);
  for await (const batch of runBatches(store, shard, window, count)) {
    const union = new StateUnion();
    const take = ({ fact, refused }: ReadSpan): void => {
      union.addFact(fact);
      const position = `trace ${fact.trace} span ${fact.span}`;
      for (const message of refused) printer.refuse({ file: name, position }, message);
    };
    for (const span of batch.spans) take(readFact(span));
    for (const event of batch.logEvents) take(readLogFact(event));
    for (const key of batch.tooLarge) printer.refuse({ file: name, position: `run ${key}` }, TOO_LARGE);
    for (const key of batch.partlyGone) printer.refuse({ file: name, position: `run ${key}` }, PARTLY_GONE);
    const ids = new Set([...batch.keys].map((key) => safeRunId(key)));
    const runs: EmittedRun[] = [];
    for (const run of union.runs({ all: false, emittedBy }))
      if (ids.has(run.runId) || isStray(run, batch)) runs.push(run);
    const emptied = [...batch.keys].flatMap((key) => union.emptied(key, emittedBy) ?? []);
    yield { runs, emptied };
    // A long reading is no reason to be deaf to signals.
    await setImmediate();
  }
}

const TOO_LARGE = `Expected at most ${MAX_RUN_ROWS} evidence rows in a run and ${MAX_TRACE_LINKS} other spans in a trace, got more; read its traces from a file`;

const PARTLY_GONE =
  'Expected all evidence of the run, got what arrived last: the rest is kept no longer; take its results as they were written';

/**
 * Whether a run has no key of its own: a trace that named an id which then did not count. It is told of where the least of
 * its keys is.
 */
function isStray({ runId, state }: EmittedRun, { keys, keysOfTrace }: RunBatch): boolean {
  const others = [...new Set(state.spans.flatMap(({ trace }) => keysOfTrace.get(trace) ?? []))].sort();
  const [least] = others;
  return least !== undefined && keys.has(least) && !others.some((key) => safeRunId(key) === runId);
}
