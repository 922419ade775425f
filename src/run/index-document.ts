import { digestOf } from '../decision/codec.ts';
import type { Vantage } from '../span/observed-call.ts';
import type { ObservedRecord } from './observed-record.ts';

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
}

/** `assay.tool_observation_index.v0`: for each record of the surface, in its order, the way to its trace. */
export interface IndexDocument {
  readonly schema: typeof INDEX_SCHEMA;
  readonly run_id: string;
  readonly records: readonly IndexEntry[];
}

/** The index of records that are already in the surface's order. */
export function indexDocument(runId: string, records: readonly ObservedRecord[]): IndexDocument {
  return { schema: INDEX_SCHEMA, run_id: runId, records: records.map(indexEntry) };
}

function indexEntry(record: ObservedRecord): IndexEntry {
  return {
    trace_id: record.traceId,
    span_ids: [record.spanId],
    start_time_unix_nano: record.startTimeUnixNano,
    duration_nano: record.durationNano,
    service: record.service,
    vantage: record.vantage,
    emitter: record.emitter,
    record_digest: digestOf(record.recordString),
  };
}
