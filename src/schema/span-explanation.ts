import { z } from 'zod';
import { CONFLICTS, RESPONSE_STATUSES } from '../span/observed-call.ts';
import { count, nonEmpty, ordinal, spanId, traceId, vantage } from './shapes.ts';

export const EXPLANATION_SCHEMA = 'assay.span_explanation.v0';

const PARTS = ['span_name', 'scope_name', 'span_kind', 'span_status', 'span_parent'] as const;

const place = z.union([
  z.looseObject({ in: z.enum(['attribute', 'resource', 'event']), key: nonEmpty }),
  z.looseObject({ in: z.literal('family'), family: nonEmpty.optional(), count }),
  z.looseObject({ in: z.enum(PARTS) }),
]);
const from = z.array(place);
const text = z.string();

const sign = z.looseObject({ by: z.enum(['scope', 'attribute', 'name_prefix']), text: nonEmpty });

const classification = z.looseObject({
  state: z.enum(['classified', 'classified_incomplete', 'observed_unknown_tool', 'redaction_failed']),
  reason_code: nonEmpty,
  detail: nonEmpty.nullable(),
  category: nonEmpty.nullable(),
  classifier: nonEmpty.nullable(),
  unclaimed: z
    .looseObject({
      why: z.enum(['no_tool_name', 'leaf_unknown', 'other_servers', 'not_asked']),
      leaf: text.nullable(),
      known_as: z.array(z.looseObject({ category: nonEmpty, servers: z.array(nonEmpty).nullable() })),
      reviewed_in: z.array(nonEmpty),
    })
    .nullable(),
});

const decided = {
  effect: z.enum(['allow', 'deny', 'error']),
  source: nonEmpty,
  enforced: z.boolean(),
  advised_effect: z.literal('deny').optional(),
};

const record = z.looseObject({
  tool_name: text,
  server_id: text,
  status: z.enum(RESPONSE_STATUSES),
  decision: z.looseObject(decided),
  classification,
});

const call = z.looseObject({
  tool_name: z.looseObject({ value: text, from }),
  server_id: z.looseObject({ value: text, from, is_namespace: z.boolean() }),
  vantage: z.looseObject({ value: vantage, from }),
  arguments: z.looseObject({
    state: z.enum(['captured', 'not_captured', 'truncated', 'unsupported', 'too_large']),
    from,
    written_at: nonEmpty.nullable(),
    switch: nonEmpty.nullable(),
  }),
  status: z.looseObject({
    value: z.enum(RESPONSE_STATUSES),
    from,
    marks_tool_error: z.boolean(),
    ended: z.boolean(),
  }),
  decision: z.looseObject({ ...decided, from }).nullable(),
  correlation: z.looseObject({
    basis: z.enum(['propagated_trace_context', 'malformed_trace_context', 'none']),
    from,
  }),
  conflicts: z.array(z.looseObject({ found: z.enum(CONFLICTS), from, keys: z.array(nonEmpty).optional() })),
  classification,
});

/** `assay.span_explanation.v0`: why one span was read as it was (`assay-otel explain --format json`). */
export const SpanExplanationSchema = z.looseObject({
  schema: z.literal(EXPLANATION_SCHEMA),
  file: nonEmpty,
  line: ordinal.nullable(),
  trace_id: traceId,
  span_id: spanId,
  scope: text,
  is: z.enum(['call', 'mcp', 'tool', 'other', 'record', 'unrecognised']),
  run_ids: z.array(z.looseObject({ value: nonEmpty, from })),
  dialect: z.looseObject({ name: nonEmpty, title: nonEmpty, source: nonEmpty }).nullable(),
  known_by: from,
  asked: z.array(z.looseObject({ dialect: nonEmpty, bears: z.array(sign), took: z.boolean() })),
  also: z.array(nonEmpty),
  proven: z.boolean().nullable(),
  proven_by: from,
  method: nonEmpty.nullable(),
  evidence: z.looseObject({
    records: z.array(record),
    broken: z.array(z.enum(['checkpoint', 'decision'])),
    checkpoint: z.boolean(),
    policy: z.looseObject({ ...decided, about: z.enum(['parent', 'call', 'request']) }).nullable(),
  }),
  call: call.nullable(),
});
