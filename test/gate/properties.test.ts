import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSIFIERS } from '../../src/classify/registry.ts';
import { COVERAGE_LEVELS } from '../../src/gate/coverage.ts';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import { gate } from '../../src/gate/gate.ts';
import { LEVELS, ROWS } from '../../src/gate/rows.ts';
import { EXIT_CODES, type Verdict } from '../../src/gate/verdict.ts';
import { targetHash } from '../../src/redact/target-hash.ts';
import { BaselineSchema } from '../../src/schema/declared-baseline.ts';
import { DeclaredSurfaceSchema } from '../../src/schema/declared-surface.ts';
import { HealthSchema } from '../../src/schema/health.ts';
import { SurfaceSchema } from '../../src/schema/surface.ts';
import { declarations, entriesOf, knownRecords, optionsFor, runs, WORDS } from './arbitrary.ts';
import { declared } from './declared.ts';
import { runOf, TODAY } from './observed.ts';

const SEVERITY: Readonly<Record<Verdict, number>> = { pass: 0, inconclusive: 1, fail: 2 };
const observed = runs.chain((list) => fc.tuple(fc.constant(list), declarations, optionsFor(list)));

/** Every declared surface that lacks one thing that this one allows. */
function without(surface: DeclaredSurface): DeclaredSurface[] {
  const less = <T>(list: readonly T[]) => list.map((_, at) => list.filter((_entry, index) => index !== at));
  const { declared_tool_actions: actions, reviewed_tools = [], declared_credentials } = surface;
  const credentials = Object.entries(declared_credentials ?? {});
  return [
    ...less(actions).map((declared_tool_actions) => ({ ...surface, declared_tool_actions })),
    ...less(reviewed_tools).map((rest) => ({ ...surface, reviewed_tools: rest })),
    ...less(credentials).map((rest) => ({ ...surface, declared_credentials: Object.fromEntries(rest) })),
    ...actions.flatMap((action, at) =>
      [
        ...less(action.allowed_effects)
          .filter((effects) => effects.length > 0)
          .map((allowed_effects) => ({ ...action, allowed_effects })),
        ...less(action.allowed_targets)
          .filter((targets) => targets.length > 0)
          .map((allowed_targets) => ({ ...action, allowed_targets })),
      ].map((fewer) => ({ ...surface, declared_tool_actions: actions.with(at, fewer) })),
    ),
  ];
}

describe('the gate', () => {
  it('is asked about valid documents here', () => {
    fc.assert(
      fc.property(observed, ([list, surface, { baseline }]) => {
        expect(DeclaredSurfaceSchema.safeParse(surface).error).toBeUndefined();
        if (baseline !== undefined) expect(BaselineSchema.safeParse(baseline).error).toBeUndefined();
        for (const run of list) {
          if (run.surface !== undefined) expect(SurfaceSchema.safeParse(run.surface).error).toBeUndefined();
          if (run.health.state !== 'read') continue;
          expect(HealthSchema.safeParse(run.health.document).error).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives a verdict, and changes nothing that it reads', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const before = JSON.stringify([list, surface, options]);
        const diff = gate(list, surface, options);
        expect(Object.keys(EXIT_CODES)).toContain(diff.verdict);
        expect(JSON.stringify(gate(list, surface, options))).toBe(JSON.stringify(diff));
        expect(JSON.stringify([list, surface, options])).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('answers for every call: a finding, a match or a review', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const diff = gate(list, surface, options);
        const spoken = [...diff.findings, ...diff.baselined, ...diff.matched, ...diff.reviewed];
        list.forEach((run, at) => {
          run.surface?.observed_tool_decisions.forEach((record, position) => {
            const own = spoken.filter(
              (entry) => entry.record === position && entry.decision === record.decision,
            );
            expect([at, position, own.length > 0]).toEqual([at, position, true]);
          });
        });
      }),
      { numRuns: 300 },
    );
  });

  it('never calls a call matched that is not classified and was refused nothing', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        for (const entry of gate(list, surface, options).matched) {
          const known = list.flatMap(({ surface }) => surface?.observed_tool_decisions ?? []);
          const record = known.find(({ decision }) => decision === entry.decision);
          expect(record?.classification).toBe('classified');
          expect(entry.actions.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('passes only where nothing is incomplete or unknown, unless it was denied, reviewed or accepted', () => {
    let passes = 0;
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const diff = gate(list, surface, { ...options, baseline: undefined });
        if (diff.verdict !== 'pass') return;
        for (const record of list.flatMap(({ surface }) => surface?.observed_tool_decisions ?? [])) {
          if (record.classification === 'classified') continue;
          passes += 1;
          const isDenied = record.decision.effect === 'deny' && record.decision.enforced;
          const isReviewed = surface.reviewed_tools?.some(({ tool }) => tool === record.tool.name) === true;
          expect(isDenied || (isReviewed && record.classification === 'observed_unknown_tool')).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    expect(passes).toBeGreaterThan(0);
  });

  it('passes only where coverage is accepted and every run that is expected was seen', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const diff = gate(list, surface, options);
        if (diff.verdict !== 'pass') return;
        expect(list.length).toBeGreaterThan(0);
        expect(diff.runs.every(({ coverage }) => coverage.accepted)).toBe(true);
        const accepted = COVERAGE_LEVELS.indexOf(options.acceptCoverage ?? 'complete');
        for (const { coverage } of diff.runs)
          expect(COVERAGE_LEVELS.indexOf(coverage.level)).toBeLessThanOrEqual(accepted);
        expect(options.expectRuns ?? []).not.toContain('other');
      }),
      { numRuns: 1000 },
    );
  });

  it('is no milder where less is declared', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const { verdict } = gate(list, surface, options);
        for (const fewer of without(surface)) {
          // What is accepted is a finding of one row; with less declared the call comes to another.
          const plain = { ...options, baseline: undefined };
          expect(SEVERITY[gate(list, fewer, plain).verdict]).toBeGreaterThanOrEqual(
            SEVERITY[gate(list, surface, plain).verdict],
          );
        }
        const { baseline } = options;
        baseline?.accepted.forEach((_, at) => {
          const accepted = baseline.accepted.toSpliced(at, 1);
          const fewer = gate(list, surface, { ...options, baseline: { ...baseline, accepted } });
          expect(SEVERITY[fewer.verdict]).toBeGreaterThanOrEqual(SEVERITY[verdict]);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is no milder where less coverage is accepted, or on a later day', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const severities = COVERAGE_LEVELS.map(
          (acceptCoverage) => SEVERITY[gate(list, surface, { ...options, acceptCoverage }).verdict],
        );
        expect(severities).toEqual([...severities].sort((one, other) => other - one));
        const days = ['2026-11-29', TODAY, '2027-01-02'].map(
          (today) => SEVERITY[gate(list, surface, { ...options, today }).verdict],
        );
        expect(days).toEqual([...days].sort((one, other) => one - other));
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order of runs, records or declared actions', () => {
    fc.assert(
      fc.property(observed, ([list, surface, options]) => {
        const backwards = list.toReversed();
        const actions = surface.declared_tool_actions.toReversed();
        const other = gate(backwards, { ...surface, declared_tool_actions: actions }, options);
        const diff = gate(list, surface, options);
        const rows = ({ findings }: typeof diff) => findings.map(({ row, code }) => `${row} ${code}`).sort();
        expect(other.verdict).toBe(diff.verdict);
        expect(rows(other)).toEqual(rows(diff));
        expect(other.unobserved.map(({ id }) => id).sort()).toEqual(
          diff.unobserved.map(({ id }) => id).sort(),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('takes any levels', () => {
    const levels = fc.dictionary(
      fc.constantFrom(...Object.keys(ROWS), '__proto__'),
      fc.constantFrom(...LEVELS),
    );
    fc.assert(
      fc.property(observed, levels, ([list, surface, options], overrides) => {
        const diff = gate(list, surface, { ...options, levels: overrides });
        expect(diff.findings.every(({ level, row }) => diff.levels[row] === level)).toBe(true);
        expect(diff.levels.inconclusive_observation_gap).toBe('inconclusive');
      }),
      { numRuns: 100 },
    );
  });
});

describe('an incomplete target', () => {
  it('is as compatible and as satisfied as all that it may stand for', () => {
    const cases = knownRecords
      .filter(({ classification }) => classification !== 'classified')
      .chain((record) => {
        const rule = CLASSIFIERS.find(({ category }) => category === record.tool.category) ?? CLASSIFIERS[0];
        if (rule === undefined) throw new Error('Expected a classifier');
        return fc.tuple(fc.constant(record), fc.constant(rule), entriesOf(rule));
      });
    fc.assert(
      fc.property(cases, ([record, rule, entry]) => {
        const action = {
          id: 'one',
          provider: rule.provider,
          action_class: rule.category,
          allowed_targets: [entry],
          allowed_effects: ['allow'],
        } as const;
        const allowed = { effect: 'allow', source: 'gateway', rule_id: null, enforced: true } as const;
        const rowOf = (changes: object) =>
          gate([runOf({ ...record, decision: allowed, ...changes })], declared([action]), { today: TODAY })
            .findings[0]?.row;
        // Every way to fill in what is missing, absence among them.
        const fillings = rule.fields.reduce<readonly object[]>(
          (filled, field) => {
            if (Object.hasOwn(record.action.target ?? {}, field.key)) return filled;
            const values = field.as === 'flag' ? [true, false] : [...WORDS, 'other'];
            const carried = values.map((value) =>
              field.as === 'hashed' && typeof value === 'string' ? targetHash(field.domain, value) : value,
            );
            return filled.flatMap((one) => [
              one,
              ...carried.map((value) => ({ ...one, [field.key]: value })),
            ]);
          },
          [{}],
        );
        const matches = fillings.map((filling) => {
          const target = { ...record.action.target, ...filling };
          return rowOf({ classification: 'classified', action: { ...record.action, target } }) === undefined;
        });
        const expected = matches.every(Boolean)
          ? 'unconstrained'
          : matches.some(Boolean)
            ? 'declared'
            : 'undeclared';
        expect(rowOf({})).toBe(`inconclusive_tool_target.${expected}`);
      }),
      { numRuns: 100 },
    );
  });
});
