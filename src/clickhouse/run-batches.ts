import type { LogEventView, SpanView } from '../span/view.ts';
import { EVIDENCE_ROW, evidenceOfRow } from './evidence-row.ts';
import { LINK_ROW, spansOfLinkRow } from './link-row.ts';
import { quoted, quotedArray, quotedList } from './literal.ts';
import { MAX_TRACES, type RunKey, runKeys, type Window } from './run-keys.ts';
import { type Shard, traceSlot } from './shard.ts';
import type { Store } from './store.ts';

/** Rows that the server read, by what they were, and runs that were not. */
export interface ReadCount {
  index: number;
  evidence: number;
  links: number;
  tooLarge: number;
}

/** Everything about some runs, and which of them are to be told of here. */
export interface RunBatch {
  /** Run ids as they were written, and ids of traces. */
  readonly keys: ReadonlySet<string>;
  /** Under which keys the rows of each trace stand, also of traces that belong elsewhere. */
  readonly keysOfTrace: ReadonlyMap<string, readonly string[]>;
  /** Keys with more evidence than a worker may hold: nothing of them is read. */
  readonly tooLarge: readonly string[];
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
  const keys = await readable(store, asked, read);
  const names = new Set(keys.map(({ key }) => key));
  const traces = [...new Set(keys.flatMap((key) => key.traces))];
  const keysOfTrace = new Map<string, readonly string[]>();
  const places = new Map<string, readonly [slot: number, key: string]>();
  for (const [trace, found] of await inChunks(store, traces, keysOf, (rows) => {
    read.index += rows;
  })) {
    const all = found as readonly (readonly [number, string])[];
    for (const [slot, key] of all) places.set(key, [slot, key]);
    keysOfTrace.set(
      String(trace),
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
  const tooLarge = asked.filter((key) => !keys.includes(key)).map(({ key }) => key);
  return { keys: names, keysOfTrace, tooLarge, spans, logEvents };
}

/** Those that a worker can hold. What is too large is told by its counts, before any of it is asked for. */
async function readable(store: Store, asked: readonly RunKey[], read: ReadCount): Promise<readonly RunKey[]> {
  const some = asked.filter(({ rows, traces }) => rows <= MAX_RUN_ROWS && traces.length <= MAX_TRACES);
  const traces = [...new Set(some.flatMap((key) => key.traces))];
  const rows = await inChunks(store, traces, linkedOf, (count) => {
    read.links += count;
  });
  const linked = new Set(rows.map(([trace]) => String(trace)));
  const keys =
    linked.size === 0 ? some : some.filter((key) => !key.traces.some((trace) => linked.has(trace)));
  read.tooLarge += asked.length - keys.length;
  return keys;
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
  return `SELECT TraceId, groupUniqArray((Slot, RunKey)) FROM assay_trace_run WHERE ${slotted(traces)} GROUP BY TraceId`;
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
