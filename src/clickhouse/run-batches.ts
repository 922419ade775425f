import type { LogEventView, SpanView } from '../span/view.ts';
import { EVIDENCE_ROW, evidenceOfRow } from './evidence-row.ts';
import { LINK_ROW, spansOfLinkRow } from './link-row.ts';
import { quoted, quotedArray, quotedList } from './literal.ts';
import { MAX_TRACES, OLDEST_DAY, type RunKey, runKeys, type Window } from './run-keys.ts';
import { type Shard, traceSlot } from './shard.ts';
import type { Store } from './store.ts';

/** Rows that the server read, by what they were. */
export interface ReadCount {
  index: number;
  evidence: number;
  links: number;
  /** Runs that were not read, whole. */
  unread: number;
}

/** Everything about some runs, and which of them are to be told of here. */
export interface RunBatch {
  /** Run ids as they were written, and ids of traces. */
  readonly keys: ReadonlySet<string>;
  /** Under which keys the rows of each trace stand, also of traces that belong elsewhere. */
  readonly keysOfTrace: ReadonlyMap<string, readonly string[]>;
  /** Keys with more evidence than a worker may hold: nothing of them is read. */
  readonly tooLarge: readonly string[];
  /** Keys of which a part is kept no longer: nothing of them is read, since the rest may look better than all of it. */
  readonly partlyGone: readonly string[];
  readonly spans: readonly SpanView[];
  readonly logEvents: readonly LogEventView[];
}

/** Spans beside the evidence of one trace, for the same reason. */
export const MAX_TRACE_LINKS = 100_000;

/** Evidence rows that are asked for at once. */
const BATCH_ROWS = 2_000;
const BATCH_TRACES = 1_000;
/** Evidence rows of one run; what is more does not fit into the memory that a worker may take. */
export const MAX_RUN_ROWS = 100_000;

/**
 * The runs of a shard, some at a time, each with all its evidence: whoever reads the same shard again reads the same runs,
 * and nobody who reads another reads them. @throws {StoreError}
 */
export async function* runBatches(
  store: Store,
  shard: Shard,
  window: Window,
  read: ReadCount,
): AsyncGenerator<RunBatch> {
  const onIndex = (rows: number): void => {
    read.index += rows;
  };
  for await (const page of runKeys(store, shard, window, onIndex)) {
    for (const keys of batchesOf(page)) yield await batchOf(store, keys, read);
  }
}

function* batchesOf(page: readonly RunKey[]): Generator<readonly RunKey[]> {
  let batch: RunKey[] = [];
  let rows = 0;
  let traces = 0;
  for (const key of page) {
    const isFull = rows + key.rows > BATCH_ROWS || traces + key.traces.length > BATCH_TRACES;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      rows = 0;
      traces = 0;
    }
    batch.push(key);
    rows += key.rows;
    traces += key.traces.length;
  }
  if (batch.length > 0) yield batch;
}

async function batchOf(store: Store, asked: readonly RunKey[], read: ReadCount): Promise<RunBatch> {
  const { keys, partlyGone, tooLarge, placesOfTrace } = await readable(store, asked, read);
  const names = new Set(keys.map(({ key }) => key));
  const traces = [...new Set(keys.flatMap((key) => key.traces))];
  const keysOfTrace = new Map<string, readonly string[]>();
  const places = new Map<string, Place>();
  for (const trace of traces) {
    const all = placesOfTrace.get(trace) ?? [];
    for (const [slot, key] of all) places.set(key, [slot, key]);
    keysOfTrace.set(
      trace,
      all.map(([, key]) => key),
    );
  }
  // Under the key of another run stand other traces too.
  const isMixed = [...places.keys()].some((key) => !names.has(key));
  const evidence = (some: readonly (readonly [number, string])[]) =>
    evidenceOf(some, isMixed ? traces : undefined);
  const logEvents: LogEventView[] = [];
  const spans: SpanView[] = [];
  for (const row of await inChunks(store, [...places.values()], evidence, (rows) => {
    read.evidence += rows;
  })) {
    const stored = evidenceOfRow(row);
    if (stored.is === 'log') logEvents.push(stored.event);
    else spans.push(stored.span);
  }
  for (const row of await inChunks(store, traces, linksOf, (rows) => {
    read.links += rows;
  }))
    for (const span of spansOfLinkRow(row)) spans.push(span);
  return { keys: names, keysOfTrace, tooLarge, partlyGone, spans, logEvents };
}

type Place = readonly [slot: number, key: string];

interface Readable {
  /** Those that are whole, as far as the index goes, and that a worker can hold. */
  readonly keys: readonly RunKey[];
  readonly tooLarge: readonly string[];
  readonly partlyGone: readonly string[];
  readonly placesOfTrace: ReadonlyMap<string, readonly Place[]>;
}

/** Told by days and counts, before any of it is asked for. */
async function readable(store: Store, asked: readonly RunKey[], read: ReadCount): Promise<Readable> {
  const isSmall = ({ rows, traces }: RunKey): boolean => rows <= MAX_RUN_ROWS && traces.length <= MAX_TRACES;
  const small = asked.filter(isSmall);
  const traces = [...new Set(small.flatMap((key) => key.traces))];
  const placesOfTrace = new Map<string, readonly Place[]>();
  const gone = new Set<string>();
  for (const [trace, found, isGone] of await inChunks(store, traces, keysOf, (rows) => {
    read.index += rows;
  })) {
    placesOfTrace.set(String(trace), found as readonly Place[]);
    if (Number(isGone) !== 0) gone.add(String(trace));
  }
  const linked = new Set(
    (
      await inChunks(store, traces, linkedOf, (rows) => {
        read.links += rows;
      })
    ).map(([trace]) => String(trace)),
  );
  const partlyGone = small.filter((key) => key.traces.some((trace) => gone.has(trace)));
  const keys = small.filter(
    (key) => !partlyGone.includes(key) && !key.traces.some((trace) => linked.has(trace)),
  );
  // Under a name that spans beside the evidence gave stands none of it: it is told of where that stands, if any is left.
  const told = partlyGone.filter(({ rows }) => rows > 0);
  const others = asked.filter((key) => !keys.includes(key) && !partlyGone.includes(key));
  read.unread += others.length + told.length;
  const namesOf = (some: readonly RunKey[]) => some.map(({ key }) => key);
  return { keys, tooLarge: namesOf(others), partlyGone: namesOf(told), placesOfTrace };
}

async function inChunks<T>(
  store: Store,
  items: readonly T[],
  statement: (some: readonly T[]) => string,
  onRead: (rows: number) => void,
): Promise<readonly (readonly unknown[])[]> {
  const all: (readonly unknown[])[] = [];
  for (const some of chunks(items)) {
    const { rows, rowsRead } = await store.query(statement(some));
    onRead(rowsRead);
    for (const row of rows) all.push(row);
  }
  return all;
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH_TRACES) yield items.slice(at, at + BATCH_TRACES);
}

const slotted = (traces: readonly string[]): string =>
  `(TraceSlot, TraceId) IN (SELECT ${traceSlot('t')}, t FROM (SELECT arrayJoin(${quotedArray(traces)}) AS t))`;

function keysOf(traces: readonly string[]): string {
  return `WITH ${OLDEST_DAY}
SELECT TraceId, groupUniqArray((Slot, RunKey)), min(ArrivedOn) < OldestDay
FROM assay_trace_run WHERE ${slotted(traces)} GROUP BY TraceId`;
}

function evidenceOf(
  places: readonly (readonly [slot: number, key: string])[],
  traces: readonly string[] | undefined,
): string {
  const tuples = places.map(([slot, key]) => `(${slot}, ${quoted(key)})`).join(', ');
  const of = traces === undefined ? '' : ` AND TraceId IN ${quotedList(traces)}`;
  return `SELECT ${EVIDENCE_ROW.join(', ')} FROM assay_evidence WHERE (Slot, RunKey) IN (${tuples})${of}`;
}

/** Traces with more spans beside their evidence than are read. */
function linkedOf(traces: readonly string[]): string {
  return `SELECT TraceId FROM assay_link WHERE ${slotted(traces)} GROUP BY TraceId HAVING sum(length(Spans)) > ${MAX_TRACE_LINKS}`;
}

function linksOf(traces: readonly string[]): string {
  return `SELECT ${LINK_ROW.join(', ')} FROM assay_link WHERE ${slotted(traces)}`;
}
