import { setImmediate } from 'node:timers/promises';
import type { ReadSpan } from '../../run/fact-of-span.ts';
import { OtlpBodyError, readOtlp } from '../../span/otlp/read-otlp.ts';
import type { OtlpReadResult } from '../../span/otlp/read-result.ts';
import type { LogEventView, SpanView } from '../../span/view.ts';
import type { Rejected, Signal } from '../door/answer.ts';
import type { Encoding } from '../door/media-type.ts';
import type { BatchRead, ReadLogPair, ReadPair } from '../forward/batch-read.ts';
import type { LiveRuns } from '../live-runs.ts';
import type { Metrics } from '../metrics.ts';
import { passing, Refusal } from '../refusal.ts';
import { countItems } from './count-items.ts';

/** What makes facts of what was read. */
export interface FactReaders {
  readonly readSpan: (span: SpanView) => ReadSpan;
  readonly readLogEvent: (event: LogEventView) => ReadSpan;
}

export interface BatchTakerOptions extends FactReaders {
  readonly runs: LiveRuns;
  readonly metrics: Metrics;
}

/** Gets what was read of a batch that was taken. */
export type Forward = (read: BatchRead) => void;

/** Facts between two looks at what else there is to do. */
const AT_ONCE = 1_000;

/** Takes the body of a request into the runs. */
export class BatchTaker {
  readonly #options: BatchTakerOptions;

  constructor(options: BatchTakerOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the batch is in the runs, and in the journal where there is one, with what of it could not be read.
   * What was taken before a failure stays: taken again, it counts once.
   *
   * @throws {Refusal} 400 where the body cannot be decoded (what is whole before the damage was taken), 503 where the
   *   journal did not take it.
   */
  async take(
    body: Uint8Array,
    signal: Signal,
    encoding: Encoding,
    forward?: Forward | undefined,
  ): Promise<Rejected | undefined> {
    const { read, damage } = decoded(body, signal, encoding);
    const kept = await this.#keep(read, forward !== undefined);
    const { metrics } = this.#options;
    const accepted = read.spans.length + read.logEvents.length;
    metrics.add('assay_otel_serve_items_total', { signal, outcome: 'accepted' }, accepted);
    metrics.add('assay_otel_serve_items_total', { signal, outcome: 'skipped' }, read.skippedLogRecords);
    for (const { code } of read.refused) metrics.add('assay_otel_serve_refused_parts_total', { code });
    forward?.(kept);
    if (damage !== undefined) throw damage;
    const rejected = rejectedOf(read, body, signal, encoding);
    metrics.add('assay_otel_serve_items_total', { signal, outcome: 'rejected' }, rejected?.count ?? 0);
    return rejected;
  }

  /** Adds the facts, and waits for the journal. Gives spans and events with theirs where somebody wants them. */
  async #keep({ spans, logEvents }: OtlpReadResult, isWanted: boolean): Promise<BatchRead> {
    const { runs, metrics, readSpan, readLogEvent } = this.#options;
    const pairs: ReadPair[] = [];
    const logPairs: ReadLogPair[] = [];
    const failures = runs.failures;
    let added = 0;
    const add = async ({ fact, refused }: ReadSpan): Promise<void> => {
      runs.add(fact);
      metrics.add('assay_otel_serve_refused_events_total', {}, refused.length);
      added += 1;
      if (added % AT_ONCE === 0) await setImmediate();
    };
    for (const span of spans) {
      const read = readSpan(span);
      if (isWanted) pairs.push({ span, fact: read.fact });
      await add(read);
    }
    for (const event of logEvents) {
      const read = readLogEvent(event);
      if (isWanted) logPairs.push({ event, fact: read.fact });
      await add(read);
    }
    try {
      await runs.kept(failures);
    } catch {
      throw passing('journal', 'Expected the disk to take the batch, but it did not; send it again later', 5);
    }
    return { spans: pairs, logEvents: logPairs };
  }
}

function rejectedOf(
  { spans, logEvents, skippedLogRecords, refused, refusedBeyond }: OtlpReadResult,
  body: Uint8Array,
  signal: Signal,
  encoding: Encoding,
): Rejected | undefined {
  const [first] = refused;
  if (first === undefined) return undefined;
  const taken = signal === 'traces' ? spans.length : logEvents.length + skippedLogRecords;
  // A resource without any spans can be refused too.
  const count = Math.max(0, countItems(body, signal, encoding) - taken);
  const more = refused.length + refusedBeyond - 1;
  const others = more > 0 ? ` (and ${more} more)` : '';
  return { count, message: `${first.position}: ${first.message}${others}` };
}

/** What is whole in a body, and why the rest of it is not. @throws {Refusal} 400 where nothing is. */
function decoded(body: Uint8Array, signal: Signal, encoding: Encoding) {
  try {
    const read = readOtlp(body, { signal, encoding });
    const ofAll = read.refused.find(({ position }) => !position.includes('['));
    if (ofAll === undefined) return { read };
    return { read, damage: new Refusal(400, 'not_decoded', ofAll.message) };
  } catch (error) {
    if (!(error instanceof OtlpBodyError)) throw error;
    return { read: error.before, damage: new Refusal(400, 'not_decoded', error.message) };
  }
}
