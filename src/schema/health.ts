import { z } from 'zod';
import { type GapCode, HEALTH_SCHEMA } from '../run/health.ts';
import { healthRules } from './health-rules.ts';
import { range } from './ranges.ts';
import {
  count,
  digest,
  emitterId,
  epoch,
  nanoseconds,
  nonEmpty,
  ordinal,
  traceId,
  vantage,
} from './shapes.ts';

/** By name, so that a code which the type gains or loses does not compile until it is listed here. */
const GAP_CODES: { readonly [Code in GapCode]: Code } = {
  checkpoint_missing: 'checkpoint_missing',
  conflict: 'conflict',
  emitter_missing: 'emitter_missing',
  event_lost: 'event_lost',
  event_truncated: 'event_truncated',
  evicted: 'evicted',
  instrumentation_not_attested: 'instrumentation_not_attested',
  not_final: 'not_final',
  not_sampled: 'not_sampled',
  root_not_observed: 'root_not_observed',
  run_not_sealed: 'run_not_sealed',
  sampler_unknown: 'sampler_unknown',
  seal_mismatch: 'seal_mismatch',
  sequence_gap: 'sequence_gap',
  unrecognised_mcp_span: 'unrecognised_mcp_span',
  unrecorded_calls: 'unrecorded_calls',
};

/** A gap, as a health document and what is judged by it list it. */
export const gap = z.looseObject({
  code: z.enum(GAP_CODES),
  count: ordinal,
  emitter: emitterId.optional(),
  what: nonEmpty.optional(),
  missing: z.array(range).optional(),
  open: z.array(range).optional(),
  classification: z.literal('not_observed').optional(),
});

/** A limit or a note. */
export const counted = z.looseObject({ code: nonEmpty, count: ordinal });

const scopeEntry = z.looseObject({
  trace: traceId,
  emitter: emitterId,
  epoch,
  service: nonEmpty.nullable(),
  attested: z.array(
    z.looseObject({ vantage, scope: z.string(), covers: z.enum(['object', 'process']), since: nanoseconds }),
  ),
  run_root: z.boolean(),
  from: nanoseconds,
  until: nanoseconds,
});

/** What a claim about a run is about. */
export const healthScope = z.looseObject({
  emitters: z.array(scopeEntry),
  uncovered_services: z.array(nonEmpty),
});

const emitterCoverage = z.looseObject({
  emitter: emitterId,
  epoch,
  numbered: count,
  recorded: count,
  withdrawn: count,
  open: z.array(range),
  sealed: z.boolean(),
  sampler: z.enum(['observing', 'declared', 'unknown']),
  instrumentation: z.array(nonEmpty),
});

const claim = z.enum(['allowed', 'blocked']);

/**
 * `assay.tool_observation_health.v0`: whether absence in a run's surface means anything. Keeps unknown fields;
 * what its fields must be together is in `health-rules.ts`.
 */
export const HealthSchema = z
  .looseObject({
    schema: z.literal(HEALTH_SCHEMA),
    run_id: nonEmpty,
    proxy_seen: z.boolean(),
    tool_calls_observed: count,
    policy_layer: z.enum(['absent', 'present', 'unknown']),
    policy_decisions_observed: count,
    classifier_version: z.array(nonEmpty),
    unknown_tool_count: count,
    redaction_active: z.boolean(),
    scope: healthScope,
    coverage: z.looseObject({
      state: z.enum(['complete', 'partial', 'unknown']),
      gaps: z.array(gap),
      notes: z.array(counted),
      emitters: z.array(emitterCoverage),
    }),
    limits: z.array(counted),
    claims: z.looseObject({
      observed_calls: z.literal('allowed'),
      no_tool_use: claim,
      no_undeclared_tool_use: claim,
    }),
    surface_digest: digest,
    non_claims: z.array(nonEmpty),
  })
  .superRefine(healthRules, { when: () => true });
