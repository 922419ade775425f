import type { Vantage } from '../span/observed-call.ts';
import type { Request } from './join-calls.ts';
import type { SurfaceRecord } from './joined-record.ts';

export const INDEX_SCHEMA = 'assay.tool_observation_index.v0';

/** Where one record of the surface came from. Times are decimal nanoseconds. */
export interface IndexEntry {
  readonly trace_id: string;
  /** The spans of that trace that are this call, outermost first. */
  readonly span_ids: readonly string[];
  readonly start_time_unix_nano: string;
  readonly duration_nano: string;
  readonly service: string | null;
  readonly vantage: Vantage;
  readonly emitter: string | null;
  readonly record_digest: string;
  /** What on the spans should agree and does not; left out where nothing. */
  readonly conflicts?: readonly string[] | undefined;
}

/** `assay.tool_observation_index.v0`: for each record of the surface, in its order, the way to its trace. */
export interface IndexDocument {
  readonly schema: typeof INDEX_SCHEMA;
  readonly run_id: string;
  readonly records: readonly IndexEntry[];
}

/** The index of records that are already in the surface's order. */
export function indexDocument(runId: string, records: readonly SurfaceRecord[]): IndexDocument {
  return { records: records.map(indexEntry), run_id: runId, schema: INDEX_SCHEMA };
}

function conflictsOf(calls: Request): readonly string[] | undefined {
  if (calls.every(({ fact }) => fact.conflicts === undefined)) return undefined;
  const conflicts = [...new Set(calls.flatMap(({ fact }) => fact.conflicts ?? []))].sort();
  return conflicts.length > 0 ? conflicts : undefined;
}

/** Another trace may hold a further span of the call: beside this one's id it would be a place where nothing is. */
function spansIn(trace: string, calls: Request): readonly string[] {
  const ids: string[] = [];
  for (const { node } of calls) if (node.trace === trace) ids.push(node.span);
  return ids;
}

/** Start, duration, service, emitter and role are the outermost span's. */
function indexEntry({ calls, digest }: SurfaceRecord): IndexEntry {
  const [{ node, fact, duration, vantage, emitter }] = calls;
  return {
    conflicts: conflictsOf(calls),
    duration_nano: duration,
    emitter: emitter ?? null,
    record_digest: digest,
    service: node.service ?? null,
    span_ids: spansIn(node.trace, calls),
    start_time_unix_nano: fact.start,
    trace_id: node.trace,
    vantage,
  };
}
