import { digestOf } from '../decision/codec.ts';
import type { Vantage } from '../span/observed-call.ts';
import type { SurfaceRecord } from './joined-record.ts';

export const INDEX_SCHEMA = 'assay.tool_observation_index.v0';

/** Where one record of the surface came from. Times are decimal nanoseconds. */
export interface IndexEntry {
  readonly trace_id: string;
  /** The spans that are this call, outermost first. */
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
  return { schema: INDEX_SCHEMA, run_id: runId, records: records.map(indexEntry) };
}

/** Start, duration, service, emitter and role are the outermost span's. */
function indexEntry({ calls, json }: SurfaceRecord): IndexEntry {
  const [{ node, fact, vantage, emitter }] = calls;
  const conflicts = [...new Set(calls.flatMap((call) => call.fact.conflicts ?? []))].sort();
  return {
    trace_id: node.trace,
    span_ids: calls.map((call) => call.node.span),
    start_time_unix_nano: fact.start,
    duration_nano: fact.duration,
    service: node.service ?? null,
    vantage,
    emitter: emitter ?? null,
    record_digest: digestOf(json),
    conflicts: conflicts.length > 0 ? conflicts : undefined,
  };
}
