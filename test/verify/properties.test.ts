import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SurfaceSchema } from '../../src/schema/surface.ts';
import type { AuditInput } from '../../src/verify/audit-record.ts';
import { exitCodeOf } from '../../src/verify/verdict.ts';
import type { VerifiableRecord, VerifiableRun } from '../../src/verify/verifiable-run.ts';
import { verify } from '../../src/verify/verify.ts';
import { anything, exported, projectedCalls, statedSubject } from './arbitrary.ts';
import { auditOf, became, given, runOf } from './observed.ts';

const RUNS = { numRuns: 400, seed: 5 };

const isRefused = ({ decision, response }: VerifiableRecord) =>
  decision.effect !== 'allow' || ['blocked', 'error'].includes(response.status);

/** Runs that came in twice under one name are one. */
function distinct(list: readonly VerifiableRun[]): readonly VerifiableRun[] {
  const seen = new Set<string>();
  return list.filter((run) => {
    const key = JSON.stringify(run);
    const isNew = run.runId === null || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** One key for what was done and where, written without the code that is tested. */
function keyOf(provider: unknown, { action_class, verb, target }: ReturnType<typeof statedSubject>): string {
  return JSON.stringify([provider, action_class, verb, Object.entries(target).sort()]);
}

function callKey(record: VerifiableRecord): string {
  return keyOf(record.action.target?.provider, statedSubject(record));
}

/** Subject by subject, how many effects the audit records tell of: an id that names several tells of none. */
function effectsIn(audits: readonly AuditInput[]): ReadonlyMap<string, number> {
  const byId = new Map<string, Set<string>>();
  for (const { reading } of audits) {
    if (!('record' in reading)) continue;
    const { provider, record_id, subject } = reading.record;
    const id = JSON.stringify([provider, record_id]);
    byId.set(id, (byId.get(id) ?? new Set()).add(keyOf(provider, subject)));
  }
  const counts = new Map<string, number>();
  for (const [key, ...others] of byId.values()) {
    if (key !== undefined && others.length === 0) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

describe('verify, for any surfaces and whatever came as audit records', () => {
  it('answers for every call and every audit record, and changes nothing that it reads', () => {
    fc.assert(
      fc.property(anything, ([list, audits]) => {
        const before = JSON.stringify([list, audits]);
        const { verification, surfaces } = verify(list, audits);
        expect(JSON.stringify([list, audits])).toBe(before);

        const calls = distinct(list).flatMap(({ surface }) => surface.observed_tool_decisions);
        const { verified, unverified, contradictions, unbound, malformed } = verification;
        expect(verified.length + unverified.length).toBe(calls.length);
        const spoken = [...verified, ...contradictions, ...unbound].flatMap(({ audit }) => audit.sources);
        const sources = [...spoken, ...malformed.map(({ source }) => source)];
        expect(sources.sort()).toEqual(audits.map(({ source }) => source).sort());

        expect(surfaces).toHaveLength(list.length);
        for (const surface of surfaces) expect(SurfaceSchema.safeParse(surface).error).toBeUndefined();
        expect([0, 1, 3]).toContain(exitCodeOf(verification));
      }),
      RUNS,
    );
  });

  it('gives the same bytes for any order of them', () => {
    const shuffled = anything.chain(([list, audits]) =>
      fc.tuple(
        fc.constant({ list, audits }),
        fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
        fc.shuffledSubarray([...audits], { minLength: audits.length }),
      ),
    );
    const bySurface = (made: readonly unknown[]) => made.map((surface) => JSON.stringify(surface)).sort();
    fc.assert(
      fc.property(shuffled, ([{ list, audits }, order, otherAudits]) => {
        const first = verify(list, audits);
        const second = verify(
          order.flatMap((at) => list[at] ?? []),
          otherAudits,
        );
        expect(JSON.stringify(second.verification)).toBe(JSON.stringify(first.verification));
        expect(bySurface(second.surfaces)).toEqual(bySurface(first.surfaces));
        order.forEach((at, position) => {
          // Of two equal runs without a name, either may have been given the audit record.
          if (list[at]?.runId === null) return;
          expect(second.surfaces[position]).toEqual(first.surfaces[at]);
        });
      }),
      RUNS,
    );
  });

  it('calls in the new surface verified what it lists as verified, and nothing that the input claimed', () => {
    fc.assert(
      fc.property(anything, ([list, audits]) => {
        const { verification, surfaces } = verify(list, audits);
        const flagged = distinct(list).flatMap((run) => {
          const surface = surfaces[list.indexOf(run)];
          return (surface?.observed_tool_decisions ?? []).filter(
            ({ response }) => response.side_effect_verified,
          );
        });
        expect(flagged).toHaveLength(verification.verified.length);
        for (const { response } of surfaces.flatMap((surface) => surface.observed_tool_decisions)) {
          const { side_effect_verified: isVerified, side_effect, side_effect_asserted } = response;
          if (!isVerified) {
            expect(side_effect?.level).not.toBe('verified');
            expect(side_effect?.verification_source).not.toBe('provider_audit_import');
          } else {
            expect(side_effect).toMatchObject({
              asserted: side_effect_asserted,
              level: 'verified',
              verification_source: 'provider_audit_import',
            });
          }
        }
      }),
      RUNS,
    );
  });

  it('never verifies a call that was refused or failed', () => {
    fc.assert(
      fc.property(anything, ([list, audits]) => {
        const { verification, surfaces } = verify(list, audits);
        const refused = surfaces.flatMap((surface) => surface.observed_tool_decisions).filter(isRefused);
        expect(refused.some(({ response }) => response.side_effect_verified)).toBe(false);
        expect(verification.verified.some(({ decision }) => decision.effect !== 'allow')).toBe(false);
      }),
      RUNS,
    );
  });

  it('lets no audit record vouch twice, and each that can vouch once', () => {
    let met = 0;
    fc.assert(
      fc.property(exported, ([list, audits]) => {
        const { verified } = verify(list, audits).verification;
        const used = verified.map(({ audit }) => JSON.stringify([audit.provider, audit.record_id]));
        expect(new Set(used).size).toBe(used.length);

        const effects = effectsIn(audits);
        const open = distinct(list)
          .flatMap(({ surface }) => surface.observed_tool_decisions)
          .filter((record) => record.classification === 'classified' && !isRefused(record));
        let expected = 0;
        for (const [key, count] of effects) {
          expected += Math.min(count, open.filter((record) => callKey(record) === key).length);
        }
        expect(verified).toHaveLength(expected);
        met += expected;
      }),
      RUNS,
    );
    // Documents that never meet would show nothing.
    expect(met).toBeGreaterThan(100);
  });

  it('fails where the call that an audit record means was refused, whether it says as much or more', () => {
    fc.assert(
      fc.property(projectedCalls, fc.boolean(), (call, isMore) => {
        const refused = became(call, 'deny', 'blocked');
        const subject = statedSubject(call);
        const stated = isMore ? { ...subject, target: { ...subject.target, later: 'a' } } : subject;
        const { verification } = verify([runOf('job', refused)], given(auditOf('1', stated)));
        expect(exitCodeOf(verification)).toBe(1);
        expect(verification.contradictions.map(({ exact }) => exact)).toEqual([!isMore]);
      }),
      RUNS,
    );
  });

  it('verifies nothing when any field of the target was changed, left out or added', () => {
    const asserted = projectedCalls.map((record) => became(record, 'allow', 'success'));
    fc.assert(
      fc.property(asserted, fc.nat(), fc.constantFrom('change', 'leave out', 'add'), (call, at, how) => {
        const subject = statedSubject(call);
        expect(verify([runOf('job', call)], given(auditOf('1', subject))).verification.verdict).toBe('pass');

        const keys = Object.keys(subject.target);
        const key = keys[at % keys.length] ?? '';
        const { [key]: value, ...others } = subject.target;
        const target = {
          change: { ...others, [key]: `${String(value)}a` },
          'leave out': others,
          add: { ...subject.target, [`${key}_2`]: value ?? '' },
        }[how];
        const audit = auditOf('1', { ...subject, target });
        const { verification } = verify([runOf('job', call)], given(audit));
        expect(verification.verified).toEqual([]);
        expect(exitCodeOf(verification)).toBe(3);
      }),
      RUNS,
    );
  });

  it('unverifies nothing for one more effect', () => {
    fc.assert(
      fc.property(exported, projectedCalls, ([list, audits], call) => {
        const more = [
          ...audits,
          { source: 'more', reading: { record: auditOf('more', statedSubject(call)) } },
        ];
        const keysOf = (inputs: readonly AuditInput[]) =>
          verify(list, inputs).verification.verified.map(({ run_id, record, subject_digest }) =>
            JSON.stringify([run_id, record, subject_digest]),
          );
        expect(keysOf(more)).toEqual(expect.arrayContaining(keysOf(audits)));
      }),
      RUNS,
    );
  });
});
