import fc from 'fast-check';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import type { ClassifierRule } from '../../src/classify/rule.ts';
import { verbsOf } from '../../src/classify/rule.ts';
import { BASELINE_SCHEMA } from '../../src/gate/baseline.ts';
import { COVERAGE_LEVELS } from '../../src/gate/coverage.ts';
import { declaredFields } from '../../src/gate/declared-fields.ts';
import type { DeclaredAction, DeclaredSurface, ReviewedTool } from '../../src/gate/declared-surface.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import type { GateOptions } from '../../src/gate/gate.ts';
import type { HealthInput, ObservedRecord, ObservedRun } from '../../src/gate/observed-run.ts';
import { type CallRow, ROWS } from '../../src/gate/rows.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import type { Health } from '../../src/run/health.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { declared } from './declared.ts';
import { CALLS, healthOf, surfaceOf, TODAY } from './observed.ts';

/** Valid documents of few words, so that calls and declarations often meet. */

export const WORDS = ['a', 'b', 'A'];
const OFTEN = ['a', 'a', 'a', ...WORDS];
const TOOLS = ['lookup', 'create_webhook', 'get_members'];
const ALIASES = ['one', 'two'];
const DAYS = ['2026-11-30', TODAY, '2027-01-01'];
const SCOPES = ['repo:deploy_key:write', 'repo:admin', 'repo:read', 'workspace:admin', 'other'];

const some = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
/** The first of two nine times out of ten. */
const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });
const day = fc.option(some(...DAYS), { nil: undefined });
const rules = some(...CLASSIFIERS);

/** A target of a category: which of its fields are there, and what they hold. */
function targetOf(
  rule: ClassifierRule,
  isComplete: boolean,
): fc.Arbitrary<ObservedRecord['action']['target']> {
  const required = rule.required.flatMap(({ anyOf }) => anyOf.slice(0, 1));
  const fields = rule.fields.map((field) => {
    const value: fc.Arbitrary<string | boolean> =
      field.as === 'flag'
        ? fc.boolean()
        : some(...OFTEN).map((word) => (field.as === 'hashed' ? targetHash(field.domain, word) : word));
    const isNullable = field.as === 'hashed' && field.nullWhenAbsent === true;
    const absent = isNullable && isComplete ? null : undefined;
    return isComplete && required.includes(field.key) ? value : fc.option(value, { nil: absent });
  });
  return fc.tuple(...fields).map((values) => {
    const entries = values.map((value, index) => [rule.fields[index]?.key ?? '', value] as const);
    const present = entries.filter(([, value]) => value !== undefined);
    return { provider: rule.provider, ...Object.fromEntries(present) } as ObservedRecord['action']['target'];
  });
}

const decisions = fc.record({
  effect: some('allow', 'allow', 'allow', 'deny', 'deny', 'error'),
  source: some('none', 'gateway'),
  rule_id: fc.constant(null),
  enforced: fc.boolean(),
});
const statuses = some('success', 'error', 'blocked', 'timeout', 'cancelled', 'unknown');
const aliases = fc.option(some(...ALIASES), { nil: null });

const STATES = [
  'classified',
  'classified',
  'classified',
  'classified_incomplete',
  'redaction_failed',
] as const;

export const knownRecords: fc.Arbitrary<ObservedRecord> = fc
  .tuple(rules, some(...STATES), decisions, statuses, aliases)
  .chain(([rule, classification, decision, status, alias]) =>
    targetOf(rule, classification === 'classified').map((target) => ({
      ...CALLS.github,
      tool: { name: Object.keys(rule.verbs)[0] ?? '', category: rule.category },
      classification,
      reason_code:
        classification === 'classified' ? `classified_${rule.category}` : 'unsupported_argument_shape',
      ...(classification === 'redaction_failed' && { detail: 'projected_value_too_long' }),
      action: {
        class: 'privileged_admin_action',
        verb: verbsOf(rule)[0] ?? '',
        resource_type: rule.resourceType,
        target: classification === 'classified_incomplete' ? kept(rule, target) : target,
        required_scope: rule.requiredScope,
      },
      decision,
      response: responseOf(decision.effect, status),
      redaction: { ...CALLS.github.redaction, credential_alias: alias },
    })),
  );

function kept(rule: ClassifierRule, target: ObservedRecord['action']['target']) {
  const entries = Object.entries(target ?? {}).filter(([key]) => rule.keptWhenIncomplete.includes(key));
  return { provider: rule.provider, ...Object.fromEntries(entries) };
}

function responseOf(effect: string, status: ObservedRecord['response']['status']) {
  const side_effect_asserted = effect === 'allow' && status === 'success';
  return { status, side_effect_asserted, side_effect_verified: false };
}

const unknownRecords: fc.Arbitrary<ObservedRecord> = fc
  .tuple(some(...TOOLS), some('unknown_tool_name', 'redacted_secret_argument'), decisions, statuses)
  .map(([name, reason_code, decision, status]) => ({
    ...CALLS.unknown,
    tool: { name, category: null },
    reason_code,
    decision,
    response: responseOf(decision.effect, status),
  }));

const records = fc.oneof({ weight: 3, arbitrary: knownRecords }, unknownRecords);

/** An entry under any of the names of its fields, each field once. */
export function entriesOf(rule: ClassifierRule): fc.Arbitrary<DeclaredAction['allowed_targets'][number]> {
  const names = [...declaredFields(rule, CLASSIFIERS)];
  const values = rule.fields.map(({ key, as }) => {
    const value = as === 'flag' ? fc.boolean() : some(...OFTEN);
    const name = some(...names.flatMap(([alias, field]) => (field.key === key ? [alias] : [])));
    const constraint = fc.tuple(name, fc.oneof(value, some('*', '*', null)));
    // Nothing is said of most fields, or nothing would ever match.
    return fc.option(constraint, { nil: undefined, freq: 2 });
  });
  return fc.tuple(...values).map((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== undefined)));
}

const actions: fc.Arbitrary<DeclaredAction> = rules.chain((rule) =>
  fc.record({
    id: fc.uuid(),
    provider: mostly(fc.constant(rule.provider), fc.constant('other')),
    action_class: mostly(fc.constant(rule.category), fc.constant('other_class')),
    allowed_targets: fc.array(entriesOf(rule), { maxLength: 3 }),
    allowed_effects: some<DeclaredAction['allowed_effects']>(['allow'], ['deny'], ['allow', 'deny']),
    required_decision: fc.option(some('explicit_policy', 'human'), { nil: undefined }),
  }),
);

const reviews: fc.Arbitrary<ReviewedTool> = fc.record({
  server: some('github', 'other'),
  tool: some(...TOOLS),
  reason: fc.constant('seen'),
  until: day,
  high_risk: fc.option(fc.boolean(), { nil: undefined }),
});

const credentials = fc.option(
  fc.dictionary(some(...ALIASES), fc.record({ scopes: fc.array(some(...SCOPES), { maxLength: 3 }) })),
  { nil: undefined, freq: 2 },
);

export const declarations: fc.Arbitrary<DeclaredSurface> = fc
  .tuple(
    fc.uniqueArray(actions, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
    fc.array(reviews, { maxLength: 3 }),
    credentials,
    mostly<readonly string[]>(some([], ['agent']), fc.constant(['agent', 'billing'])),
  )
  .map(([list, reviewed_tools, declared_credentials, expected_services]) =>
    declared(list, { reviewed_tools, declared_credentials, expected_services }),
  );

const healthChanges = mostly<Partial<Health>>(
  fc.constant({}),
  fc.constantFrom<Partial<Health>>(
    { limits: [{ code: 'detached_calls', count: 1 }], claims: HEALTH.partial.claims },
    { coverage: HEALTH.partial.coverage, claims: HEALTH.partial.claims },
    { scope: HEALTH.unknown.scope, coverage: HEALTH.unknown.coverage, claims: HEALTH.partial.claims },
    { surface_digest: `sha256:${'0'.repeat(64)}` },
    { run_id: 'other' },
  ),
);

const run: fc.Arbitrary<ObservedRun> = fc
  .tuple(
    fc.array(records, { maxLength: 2 }),
    healthChanges,
    mostly<'read' | 'missing' | 'unreadable' | 'none'>(
      fc.constant('read'),
      some('missing', 'unreadable', 'none'),
    ),
  )
  .map(([list, changes, state]) => {
    const surface = surfaceOf(...list);
    const decided = list.filter(({ decision }) => decision.source !== 'none').length;
    const policy = decided > 0 ? ({ policy_layer: 'present' } as const) : {};
    const document = healthOf(surface, { ...policy, policy_decisions_observed: decided, ...changes });
    const health: HealthInput =
      state === 'missing' || state === 'unreadable' ? { state } : { state: 'read', document };
    return { lineRunId: 'job', surface: state === 'none' ? undefined : surface, health };
  });

/** Mostly one. */
export const runs = mostly(fc.array(run, { minLength: 1, maxLength: 1 }), fc.array(run, { maxLength: 3 }));

/** Options as users give them; a baseline often accepts something that is there. */
export function optionsFor(observed: readonly ObservedRun[]): fc.Arbitrary<GateOptions> {
  const calls = observed.flatMap(({ surface }) => surface?.observed_tool_decisions ?? []);
  const rows = Object.keys(ROWS) as CallRow[];
  const prints = calls.flatMap((call) => rows.map((row) => fingerprint(row, call)));
  const entry = fc.record({
    fingerprint: some(`sha256:${'0'.repeat(64)}`, ...prints),
    reason: fc.constant('known'),
    until: day,
  });
  return fc.record({
    today: fc.constant(TODAY),
    acceptCoverage: some(...COVERAGE_LEVELS),
    baseline: fc.option(
      fc.array(entry, { maxLength: 6 }).map((accepted) => ({ schema: BASELINE_SCHEMA, accepted })),
      { nil: undefined },
    ),
    expectRuns: mostly<readonly string[]>(some([], ['job']), fc.constant(['job', 'other'])),
    expectServices: mostly<readonly string[]>(some([], ['agent']), fc.constant(['billing'])),
  });
}
