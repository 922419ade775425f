import { z } from 'zod';
import { INDEX_SCHEMA } from '../run/index-document.ts';
import { digest, emitterId, nanoseconds, nonEmpty, spanId, traceId, vantage } from './shapes.ts';

const entry = z.looseObject({
  trace_id: traceId,
  span_ids: z.array(spanId).min(1, { error: 'a list of at least one span id' }),
  start_time_unix_nano: nanoseconds,
  duration_nano: nanoseconds,
  service: nonEmpty.nullable(),
  vantage,
  emitter: emitterId.nullable(),
  record_digest: digest,
  conflicts: z.array(nonEmpty).min(1, { error: 'a list of at least one name' }).optional(),
});

/** `assay.tool_observation_index.v0`: for each record of a surface, in its order, the way to its trace. */
export const IndexDocumentSchema = z.looseObject({
  schema: z.literal(INDEX_SCHEMA),
  run_id: nonEmpty,
  records: z.array(entry),
});
