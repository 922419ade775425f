import fc from 'fast-check';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import type { ClassifierRule } from '../../src/classify/rule.ts';
import { verbsOf } from '../../src/classify/rule.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { readAuditRecord } from '../../src/schema/audit-record.ts';
import type { AuditInput, AuditSubject, ProviderAuditRecord } from '../../src/verify/audit-record.ts';
import type { VerifiableRecord, VerifiableRun } from '../../src/verify/verifiable-run.ts';
import { auditOf, became, CALLS, runOf } from './observed.ts';

/** Valid surfaces and audit records of few words, so that they often meet. */

const some = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const word = some('a', 'a', 'a', 'b');
const effects = some('allow', 'allow', 'allow', 'deny', 'error');
const statuses = some('success', 'success', 'success', 'error', 'blocked', 'timeout', 'cancelled', 'unknown');

/** A complete target; what is optional is often missing. */
function targetOf(rule: ClassifierRule): fc.Arbitrary<NonNullable<VerifiableRecord['action']['target']>> {
  const needed = rule.required.flatMap(({ anyOf }) => anyOf.slice(0, 1));
  const values = rule.fields.map((field) => {
    const value: fc.Arbitrary<string | boolean> =
      field.as === 'flag'
        ? fc.boolean()
        : word.map((text) => (field.as === 'hashed' ? targetHash(field.domain, text) : text));
    const absent = field.as === 'hashed' && field.nullWhenAbsent === true ? null : undefined;
    return needed.includes(field.key) ? value : fc.option(value, { nil: absent });
  });
  return fc.tuple(...values).map((list) => {
    const entries = list.map((value, index) => [rule.fields[index]?.key ?? '', value] as const);
    return {
      provider: rule.provider,
      ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    };
  });
}

/** A call that can be projected, whatever became of it. */
export const projectedCalls: fc.Arbitrary<VerifiableRecord> = some(...CLASSIFIERS).chain((rule) =>
  fc
    .record({
      target: targetOf(rule),
      verb: some(...verbsOf(rule).slice(0, 2)),
      effect: effects,
      status: statuses,
    })
    .map(({ target, verb, effect, status }) => {
      const called = {
        ...CALLS.github,
        tool: { name: 'tool', category: rule.category },
        reason_code: `classified_${rule.category}`,
        action: {
          class: 'privileged_admin_action',
          verb,
          resource_type: rule.resourceType,
          target,
          required_scope: rule.requiredScope,
        },
      };
      return became(called, effect, status);
    }),
);

const otherCalls = fc
  .tuple(some(CALLS.incomplete, CALLS.redactionFailed, CALLS.unknown), effects, statuses)
  .map(([record, effect, status]) => became(record, effect, status));

/** What the input may already say of the side effect. */
const claims = fc.record({
  side_effect_verified: fc.boolean(),
  side_effect: fc.option(
    fc.record({
      asserted: fc.boolean(),
      level: some('asserted', 'observed_confirmed', 'verified', 'other'),
      verification_source: some('provider_audit_import', 'observed_read_followup', null),
      verification_subject_digest: some('sha256:00', null),
    }),
    { nil: undefined },
  ),
});

const calls = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: projectedCalls }, otherCalls), fc.option(claims, { nil: {} }))
  .map(([record, claim]): VerifiableRecord => ({ ...record, response: { ...record.response, ...claim } }));

const runs: fc.Arbitrary<readonly VerifiableRun[]> = fc.array(
  fc
    .tuple(some('one', 'two', 'three', null), fc.array(calls, { maxLength: 6 }))
    .map(([id, records]) => runOf(id, ...records)),
  { maxLength: 3 },
);

/** What an export that knows the call would state of it. */
export function statedSubject({ tool, action }: VerifiableRecord): AuditSubject {
  const { bindingFields = [] } = CLASSIFIERS.find(({ category }) => category === tool.category) ?? {};
  const entries = Object.entries(action.target ?? {}).filter(([key]) => bindingFields.includes(key));
  return {
    action_class: action.resource_type ?? '',
    verb: action.verb ?? '',
    target: Object.fromEntries(entries.filter(([, value]) => value !== null)),
  };
}

/** Seldom the same twice. */
const ids = fc.nat({ max: 40 }).map(String);

/** Intact audit records, most of them of calls that were made. */
function intactFor(list: readonly VerifiableRun[]): fc.Arbitrary<ProviderAuditRecord> {
  const made = list
    .flatMap(({ surface }) => surface.observed_tool_decisions)
    .filter(({ classification }) => classification === 'classified');
  const call =
    made.length > 0 ? fc.oneof({ weight: 3, arbitrary: some(...made) }, projectedCalls) : projectedCalls;
  return fc.tuple(ids, call, some(true, true, true, true, false)).map(([id, record, isOwn]) => {
    const audit = auditOf(id, statedSubject(record));
    return isOwn ? audit : { ...audit, provider: 'elsewhere' };
  });
}

function inputs(documents: fc.Arbitrary<unknown>): fc.Arbitrary<readonly AuditInput[]> {
  return fc
    .array(documents, { maxLength: 10 })
    .map((list) =>
      list.map((document, index) => ({ source: `a:${index}`, reading: readAuditRecord(document) })),
    );
}

/** Runs, and audit records that are all intact. */
export const exported = runs.chain((list) => fc.tuple(fc.constant(list), inputs(intactFor(list))));

/** Runs, and whatever came as audit records. */
export const anything = runs.chain((list) => {
  const intact = intactFor(list);
  const changed = intact.map((record) => ({ ...record, binding_digest: 'sha256:00' }));
  const documents = fc.oneof({ weight: 5, arbitrary: intact }, changed, fc.jsonValue());
  return fc.tuple(fc.constant(list), inputs(documents));
});
