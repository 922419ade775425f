import { describe, expect, it } from 'vitest';
import { COVERAGE_LEVELS, type CoverageLevel } from '../../src/gate/coverage.ts';
import { gate } from '../../src/gate/gate.ts';
import type { HealthInput, ObservedRun } from '../../src/gate/observed-run.ts';
import type { Health } from '../../src/run/health.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { declared } from './declared.ts';
import { CALLS, healthOf, surfaceOf, TODAY } from './observed.ts';

const SURFACE = surfaceOf();
const { scope, coverage } = HEALTH.complete;
const [root] = scope.emitters;
if (root === undefined) throw new Error('Expected an emitter');

const read = (changes: Partial<Health>): HealthInput => ({
  state: 'read',
  document: healthOf(SURFACE, changes),
});
const limited = (code: string) => read({ limits: [{ code, count: 1 }] });
const emitters = (...list: readonly Health['scope']['emitters'][number][]) =>
  read({ scope: { ...scope, emitters: list } });
const attested = (changes: Partial<(typeof root.attested)[number]>) =>
  emitters({ ...root, attested: root.attested.map((entry) => ({ ...entry, ...changes })) });

const run = (health: HealthInput, changes: Partial<ObservedRun> = {}): ObservedRun => ({
  lineRunId: 'job',
  surface: SURFACE,
  health,
  ...changes,
});

/** What the default says, and the least level that accepts it; none where nothing does. */
type Case = readonly [
  title: string,
  run: ObservedRun,
  level: CoverageLevel,
  reason: string | null,
  accepted?: CoverageLevel,
];

const CASES: readonly Case[] = [
  ['complete', run(read({})), 'complete', null, 'complete'],
  [
    'complete, with limits that hide no call',
    run(limited('arguments_not_captured')),
    'complete',
    null,
    'complete',
  ],
  [
    'complete, with a second emitter that watches nothing',
    run(emitters(root, { ...root, run_root: false, attested: [] })),
    'complete',
    null,
    'complete',
  ],
  [
    'calls of another run’s record',
    run(limited('calls_recorded_elsewhere')),
    'scoped',
    'coverage_scoped',
    'scoped',
  ],
  ['detached calls', run(limited('detached_calls')), 'scoped', 'coverage_scoped', 'scoped'],
  ['unattributed tool spans', run(limited('unattributed_tool_spans')), 'scoped', 'coverage_scoped', 'scoped'],
  ['uncovered calls', run(limited('uncovered_calls')), 'scoped', 'coverage_scoped', 'scoped'],
  ['no client attested', run(attested({ vantage: 'server' })), 'scoped', 'coverage_scoped', 'scoped'],
  [
    'a client attested for one object',
    run(attested({ covers: 'object' })),
    'scoped',
    'coverage_scoped',
    'scoped',
  ],
  [
    'a client attested too late',
    run(attested({ since: '1796000000000000001' })),
    'scoped',
    'coverage_scoped',
    'scoped',
  ],
  [
    'one of two roots does not watch',
    run(emitters(root, { ...root, attested: [] })),
    'scoped',
    'coverage_scoped',
    'scoped',
  ],
  [
    'no run root in scope',
    run(emitters({ ...root, run_root: false })),
    'scoped',
    'coverage_scoped',
    'scoped',
  ],
  ['gaps', run(read({ coverage: HEALTH.partial.coverage })), 'partial', 'coverage_partial', 'partial'],
  [
    'no emitter',
    run(read({ scope: HEALTH.unknown.scope, coverage: HEALTH.unknown.coverage })),
    'unknown',
    'coverage_unknown',
    'unknown',
  ],
  // Of parts that do not agree, the lesser counts.
  [
    'unknown, with an emitter and without a gap',
    run(read({ coverage: { ...HEALTH.unknown.coverage, gaps: [] } })),
    'unknown',
    'coverage_unknown',
    'unknown',
  ],
  ['complete, without an emitter', run(emitters()), 'unknown', 'coverage_unknown', 'unknown'],
  [
    'partial, without a gap',
    run(read({ coverage: { ...HEALTH.partial.coverage, gaps: [] } })),
    'partial',
    'coverage_partial',
    'partial',
  ],
  ['no health document', run({ state: 'missing' }), 'unknown', 'health_missing', 'unknown'],
  [
    'no health document, a surface by itself',
    { surface: SURFACE, health: { state: 'missing' } },
    'unknown',
    'health_missing',
    'unknown',
  ],
  ['unreadable health', run({ state: 'unreadable' }), 'unknown', 'health_unreadable'],
  ['health of another schema', run({ state: 'other_schema' }), 'unknown', 'health_other_schema'],
  [
    'health of another surface',
    run(read({ surface_digest: `sha256:${'1'.repeat(64)}` })),
    'unknown',
    'health_mismatch',
  ],
  ['health that counts other calls', run(read({ tool_calls_observed: 1 })), 'unknown', 'health_mismatch'],
  ['health of another run on the line', run(read({ run_id: 'other' })), 'unknown', 'health_mismatch'],
  ['health without the digest of a surface', run(withoutDigest()), 'unknown', 'health_mismatch'],
  [
    'health of a surface too deep for a digest',
    run(read({}), { surface: { ...SURFACE, ...deep() } }),
    'unknown',
    'health_mismatch',
  ],
  [
    'complete with gaps',
    run(read({ coverage: { ...coverage, gaps: [{ code: 'event_lost', count: 1 }] } })),
    'partial',
    'complete_with_gaps',
  ],
  ['no surface', run(read({}), { surface: undefined }), 'unknown', 'no_surface'],
];

function withoutDigest(): HealthInput {
  const { surface_digest, ...rest } = healthOf(SURFACE);
  return { state: 'read', document: rest as Health };
}

function deep(): object {
  return { later: JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`) };
}

describe('the coverage of a run', () => {
  it.each(CASES.map(([title, run, level, reason, accepted]) => ({ title, run, level, reason, accepted })))(
    '$title',
    ({ run, level, reason, accepted }) => {
      const diff = gate([run], declared([]), { today: TODAY });
      expect(diff.runs.map(({ coverage }) => [coverage.level, coverage.reason])).toEqual([[level, reason]]);
      expect(diff.findings.map((finding) => finding.reason)).toEqual(reason === null ? [] : [reason]);
      expect(diff.verdict).toBe(reason === null ? 'pass' : 'inconclusive');
      for (const acceptCoverage of COVERAGE_LEVELS) {
        const judged = gate([run], declared([]), { today: TODAY, acceptCoverage });
        const isEnough =
          accepted !== undefined &&
          COVERAGE_LEVELS.indexOf(acceptCoverage) >= COVERAGE_LEVELS.indexOf(accepted);
        expect([acceptCoverage, judged.verdict]).toEqual([
          acceptCoverage,
          isEnough ? 'pass' : 'inconclusive',
        ]);
        expect(judged.coverage_accepted).toBe(isEnough && level !== 'complete' ? level : null);
      }
    },
  );

  it('takes hex digits of the surface’s digest in either case', () => {
    const digest = healthOf(SURFACE).surface_digest;
    const upper = `sha256:${digest.slice(7).toUpperCase()}`;
    expect(gate([run(read({ surface_digest: upper }))], declared([]), { today: TODAY }).verdict).toBe('pass');
  });

  it('says of a health that belongs which gaps, limits and scope the run has', () => {
    const document = healthOf(SURFACE, { coverage: HEALTH.partial.coverage, limits: HEALTH.partial.limits });
    const [summary] = gate([run({ state: 'read', document })], declared([]), { today: TODAY }).runs;
    expect(summary?.coverage.gaps).toEqual(document.coverage.gaps);
    expect(summary?.coverage.limits).toEqual(document.limits);
    expect(summary?.scope).toEqual(document.scope);
    expect(summary?.surface_digest).toBe(document.surface_digest);
    expect(summary?.health_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('says nothing of a health that belongs to another run', () => {
    const other = read({ run_id: 'other', coverage: HEALTH.partial.coverage });
    const [summary] = gate([run(other)], declared([]), { today: TODAY }).runs;
    expect(summary).toMatchObject({ run_id: 'job', scope: null, coverage: { gaps: [], limits: [] } });
  });

  it('is judged run by run, and the least that had to be accepted is told', () => {
    const runs = [
      run(read({}), { lineRunId: undefined, stem: 'a' }),
      run(limited('detached_calls')),
      run({ state: 'missing' }),
      run({ state: 'unreadable' }, { lineRunId: 'last' }),
    ];
    const diff = gate(runs, declared([]), { today: TODAY, acceptCoverage: 'unknown' });
    expect(diff.runs.map(({ coverage }) => coverage.accepted)).toEqual([true, true, true, false]);
    expect(diff.findings.map(({ run_id, reason }) => [run_id, reason])).toEqual([
      ['last', 'health_unreadable'],
    ]);
    expect(diff.coverage_accepted).toBe('unknown');
  });

  it('never outranks a finding', () => {
    const surface = surfaceOf(CALLS.github);
    const diff = gate([{ surface, health: { state: 'missing' } }], declared([]), { today: TODAY });
    expect(diff.findings.map(({ level }) => level)).toEqual(['error', 'inconclusive']);
    expect(diff.verdict).toBe('fail');
  });
});
