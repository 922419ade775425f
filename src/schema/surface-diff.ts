import { z } from 'zod';
import type { BaselineRefusal } from '../gate/baseline.ts';
import { COVERAGE_LEVELS } from '../gate/coverage.ts';
import { LEVELS, type Level, ROWS, type RowName } from '../gate/rows.ts';
import type { CoverageReason } from '../gate/run-coverage.ts';
import type { Silence } from '../gate/silence.ts';
import { DIFF_SCHEMA } from '../gate/surface-diff.ts';
import { verdictOf } from '../gate/verdict.ts';
import { decision } from './decision-record.ts';
import { calendarDate } from './declared-shapes.ts';
import { counted, gap, healthScope } from './health.ts';
import { expect, type Fields, fieldsOf, quote, type Refinement } from './refinement.ts';
import { count, digest, nonEmpty, ordinal } from './shapes.ts';

/** By name, so that a word which a type gains or loses does not compile until it is listed here. */
const COVERAGE_REASONS: { readonly [Reason in CoverageReason]: Reason } = {
  no_surface: 'no_surface',
  health_missing: 'health_missing',
  health_unreadable: 'health_unreadable',
  health_other_schema: 'health_other_schema',
  health_mismatch: 'health_mismatch',
  complete_with_gaps: 'complete_with_gaps',
  coverage_scoped: 'coverage_scoped',
  coverage_partial: 'coverage_partial',
  coverage_unknown: 'coverage_unknown',
};
const REFUSALS: { readonly [Refusal in BaselineRefusal]: Refusal } = {
  expired: 'expired',
  until_missing: 'until_missing',
  not_seen: 'not_seen',
};

const SILENCES: { readonly [Why in Silence]: Why } = {
  record_made_without_classifier: 'record_made_without_classifier',
  classifier_not_bound: 'classifier_not_bound',
};

const rows = Object.keys(ROWS) as RowName[];
const level = z.enum(LEVELS);

const call = {
  run_id: z.string().nullable(),
  record: count.nullable(),
  server: z.string().nullable(),
  tool: z.string().nullable(),
  category: z.string().nullable(),
  target: z.looseObject({ provider: z.string() }).nullable(),
  decision: decision.nullable(),
};

const failure = { key: nonEmpty, case_differs: z.boolean() };

const nearest = z.looseObject({
  action: nonEmpty,
  index: count,
  entry: count.nullable(),
  ...failure,
  failed: z.array(z.looseObject(failure)),
  class_declared: z.boolean(),
  class_not_loaded: z.literal(true).optional(),
});

const action = z.looseObject({ id: nonEmpty, index: count });

const finding = {
  ...call,
  row: z.enum(rows),
  code: nonEmpty,
  level,
  nearest: nearest.nullable(),
  declared: action.nullable(),
  reason: nonEmpty,
  fingerprint: digest.nullable(),
  expected: nonEmpty.nullable(),
  credential_alias: nonEmpty.nullable().optional(),
};

const run = z.looseObject({
  run_id: z.string().nullable(),
  tool_calls_observed: count,
  surface_digest: digest.nullable(),
  health_digest: digest.nullable(),
  coverage: z.looseObject({
    level: z.enum(COVERAGE_LEVELS),
    accepted: z.boolean(),
    reason: z.enum(COVERAGE_REASONS).nullable(),
    gaps: z.array(gap),
    limits: z.array(counted),
  }),
  scope: healthScope.nullable(),
});

const manifest = z.looseObject({
  server: nonEmpty,
  digests: z.array(z.looseObject({ digest, runs: z.array(z.string().nullable()) })).min(2),
});

const otherClassifiers = z.looseObject({
  loaded: z.array(nonEmpty),
  runs: z
    .array(z.looseObject({ run_id: z.string().nullable(), classifier_version: z.array(nonEmpty).min(1) }))
    .min(1),
});

const silentClassifier = z.looseObject({
  file: nonEmpty,
  server: z.string(),
  why: z.enum(SILENCES),
  tools: z.array(nonEmpty).min(1),
});

const levels = Object.fromEntries(rows.map((row) => [row, level])) as Record<RowName, typeof level>;

/**
 * `assay.tool_surface_diff.v0`: what was observed against what was declared, as `gate --format json` writes it; `diff`
 * leaves `verdict` out. Keeps unknown fields. The verdict must be that of the findings.
 */
export const SurfaceDiffSchema = z
  .looseObject({
    schema: z.literal(DIFF_SCHEMA),
    verdict: z.enum(['pass', 'fail', 'inconclusive']).optional(),
    coverage_accepted: z.enum(COVERAGE_LEVELS).nullable(),
    findings: z.array(z.looseObject(finding)),
    matched: z.array(
      z.looseObject({ ...call, actions: z.array(nonEmpty), more_actions: ordinal.optional() }),
    ),
    reviewed: z.array(
      z.looseObject({ ...call, reason: nonEmpty, until: calendarDate.nullable(), high_risk: z.boolean() }),
    ),
    baselined: z.array(
      z.looseObject({
        ...finding,
        fingerprint: digest,
        accepted: z.looseObject({ reason: nonEmpty, until: calendarDate.nullable() }),
      }),
    ),
    unobserved: z.array(action),
    baseline_unused: z.array(z.looseObject({ fingerprint: digest, why: z.enum(REFUSALS) })),
    runs: z.array(run),
    manifests: z.array(manifest).optional(),
    classifiers: otherClassifiers.optional(),
    silent_classifiers: z.array(silentClassifier).optional(),
    inputs: z.looseObject({ declared: digest.nullable(), baseline: digest.nullable() }),
    levels: z.looseObject(levels),
    non_claims: z.array(nonEmpty),
  })
  .superRefine(verdictRule, { when: () => true });

/** Whoever reads the verdict alone must not be told another than whoever reads the findings. */
function verdictRule(value: unknown, context: Refinement): void {
  const { verdict, findings } = fieldsOf(value);
  if (verdict === undefined || !Array.isArray(findings)) return;
  const isVerdict = verdict === 'pass' || verdict === 'fail' || verdict === 'inconclusive';
  const found = findings.map(fieldsOf).map(({ level: of }: Fields) => ({ level: of as Level }));
  const own = verdictOf(found);
  const expectation = `${quote(own)}, as its findings say`;
  expect(context, !isVerdict || verdict === own, ['verdict'], expectation, 'another');
}
