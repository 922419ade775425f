import { quoted } from './literal.ts';
import { type Shard, slotsOf, traceSlot } from './shard.ts';
import type { Store } from './store.ts';

/** Which runs are looked at: those of which the last that there is arrived in this time, by the store's clock. */
export interface Window {
  /** ISO 8601, UTC; inclusive. */
  readonly since?: string | undefined;
  /** Exclusive. */
  readonly until?: string | undefined;
}

/** What may be a run: a run id as somebody wrote it, or the id of a trace with rows that name none. */
export interface RunKey {
  readonly slot: number;
  readonly key: string;
  readonly traces: readonly string[];
  /** Evidence rows under this key, also those that came twice. */
  readonly rows: number;
}

/** Of which evidence is kept. The index is kept for longer: what it has of an earlier day has been there. */
export const OLDEST_DAY = '(SELECT toDate(min(ArrivedAt)) FROM assay_evidence) AS OldestDay';

/** More traces than this of one run are not read here. */
export const MAX_TRACES = 10_000;
const PAGE = 2_000;

/** Keys of a shard in the order in which their rows are stored, a page at a time. */
export async function* runKeys(
  store: Store,
  shard: Shard,
  window: Window,
  onRead: (rows: number) => void,
): AsyncGenerator<readonly RunKey[]> {
  const slots = `Slot IN (${slotsOf(shard).join(', ')})`;
  let after: RunKey | undefined;
  do {
    const { rows, rowsRead } = await store.query(page(slots, after, window));
    onRead(rowsRead);
    const keys = rows.map(([slot, key, traces, count]) => ({
      slot: Number(slot),
      key: String(key),
      traces: traces as readonly string[],
      rows: Number(count),
    }));
    if (keys.length > 0) yield keys;
    after = keys.length < PAGE ? undefined : keys.at(-1);
  } while (after !== undefined);
}

/**
 * Reads in the order of the key and stops with the page: in blocks of its size, since a block is read whole. Which keys
 * are in the window is asked once, of the whole cluster (`GLOBAL`): each shard by itself knows a part, and a server refuses
 * to ask all of them from each.
 */
function page(slots: string, after: RunKey | undefined, window: Window): string {
  // The first half is what the primary key is asked with.
  const beyond =
    after === undefined
      ? ''
      : ` AND Slot >= ${after.slot} AND (Slot, RunKey) > (${after.slot}, ${quoted(after.key)})`;
  return `WITH ${OLDEST_DAY}
SELECT Slot, RunKey, groupUniqArray(${MAX_TRACES + 1})(TraceId), toString(sum(EvidenceRows))
FROM assay_run_trace WHERE ${slots}${beyond}${inWindow(slots, window)}
GROUP BY Slot, RunKey HAVING countIf(EvidenceRows > 0) = 0 OR countIf(EvidenceRows > 0 AND ArrivedOn >= OldestDay) > 0
ORDER BY Slot, RunKey LIMIT ${PAGE}
SETTINGS optimize_aggregation_in_order = 1, max_threads = 1, max_block_size = ${PAGE}`;
}

function inWindow(slots: string, { since, until }: Window): string {
  const from = since === undefined ? '' : ` AND (Slot, RunKey) GLOBAL IN (${keysSince(slots, since)})`;
  return until === undefined ? from : `${from} AND (Slot, RunKey) GLOBAL NOT IN (${keysSince(slots, until)})`;
}

/**
 * The keys of all traces of which anything arrived since then, under whatever key: a row that names no run belongs to the
 * one that its trace names, and a span that is no evidence can change what is known of one too.
 */
function keysSince(slots: string, since: string): string {
  const late = `WHERE ArrivedOn >= toDate(${time(since)}) AND LastArrival >= ${time(since)}`;
  const traces = `SELECT TraceSlot, TraceId FROM assay_link ${late}
  UNION ALL SELECT ${traceSlot('TraceId')}, TraceId FROM assay_run_trace ${late}`;
  return `SELECT Slot, RunKey FROM assay_trace_run WHERE ${slots} AND (TraceSlot, TraceId) GLOBAL IN (${traces})`;
}

function time(iso: string): string {
  return `parseDateTime64BestEffort(${quoted(iso)}, 3, 'UTC')`;
}
