import { describe, expect, it } from 'vitest';
import { runNames, serviceNames } from '../../src/gate/expected.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRun } from '../../src/gate/observed-run.ts';
import { runCoverage } from '../../src/gate/run-coverage.ts';
import { runFileStem } from '../../src/run/file-name.ts';
import { HEALTH } from '../schema/health-documents.ts';
import { declared } from './declared.ts';
import { healthOf, runOf, surfaceOf, TODAY } from './observed.ts';

const surface = surfaceOf();
const named = (run_id: string): ObservedRun['health'] => ({
  state: 'read',
  document: healthOf(surface, { run_id }),
});
const mismatched: ObservedRun['health'] = {
  state: 'read',
  document: healthOf(surface, { tool_calls_observed: 1 }),
};

const stemOfId = runFileStem('a/b');

describe('an expected run', () => {
  it.each<[title: string, run: ObservedRun, expected: string]>([
    ['by the id of its line', { lineRunId: 'a', surface, health: { state: 'missing' } }, 'a'],
    ['by a health that belongs', { stem: 'x', surface, health: named('a') }, 'a'],
    ['by its file stem', { stem: 'a', surface, health: { state: 'missing' } }, 'a'],
    ['by the stem that its id becomes', { stem: stemOfId, surface, health: { state: 'missing' } }, 'a/b'],
    [
      'by its file stem, where its health says the same',
      { stem: stemOfId, surface, health: named('a/b') },
      stemOfId,
    ],
  ])('is seen %s', (_title, run, expected) => {
    const diff = gate([run], declared([]), {
      today: TODAY,
      acceptCoverage: 'unknown',
      expectRuns: [expected],
    });
    expect(diff.verdict).toBe('pass');
  });

  it.each<[title: string, runs: readonly ObservedRun[]]>([
    ['nothing', []],
    ['another run', [{ lineRunId: 'b', surface, health: { state: 'missing' } }]],
    [
      'a file that is called so, whose health says another run',
      [{ stem: 'job', surface, health: named('b') }],
    ],
    ['a health that does not belong', [{ stem: 'b', surface, health: mismatched }]],
    [
      'a run without a surface',
      [{ lineRunId: 'job', stem: 'job', surface: undefined, health: named('job') }],
    ],
  ])('is not seen by %s', (_title, runs) => {
    const options = { today: TODAY, acceptCoverage: 'unknown', expectRuns: ['job', 'job'] } as const;
    const diff = gate(runs, declared([]), options);
    expect(diff.findings.at(-1)).toMatchObject({
      row: 'inconclusive_observation_gap',
      level: 'inconclusive',
      run_id: 'job',
      reason: 'expected_run_not_seen',
      expected: 'job',
      fingerprint: null,
    });
    expect(diff.findings.filter(({ reason }) => reason === 'expected_run_not_seen')).toHaveLength(1);
    expect(diff.verdict).toBe('inconclusive');
  });
});

describe('what can be seen of a run', () => {
  const missing: ObservedRun['health'] = { state: 'missing' };
  const { scope } = HEALTH.complete;
  const emitters = scope.emitters.map((emitter) => ({ ...emitter, service: null }));
  const unnamed: ObservedRun['health'] = {
    state: 'read',
    document: healthOf(surface, { scope: { ...scope, emitters } }),
  };
  it.each<[title: string, run: ObservedRun, runs: readonly string[], services: readonly string[]]>([
    ['nothing where nothing names it', { surface, health: missing }, [], []],
    ['its line', { lineRunId: 'a', surface, health: missing }, ['a'], []],
    ['its file', { stem: 'a', surface, health: missing }, ['a'], []],
    ['what its health says', { stem: 'x', surface, health: named('a') }, ['a'], ['agent']],
    [
      'its file too where it is of that name',
      { stem: 'a', surface, health: named('a') },
      ['a', 'a'],
      ['agent'],
    ],
    ['no service where its emitter names none', { surface, health: unnamed }, ['job'], []],
    ['no name where there is no surface', { stem: 'a', surface: undefined, health: named('a') }, [], []],
  ])('is %s', (_title, run, runs, services) => {
    const coverage = runCoverage(run, 'unknown');
    expect(runNames(run, coverage)).toEqual(runs);
    expect(serviceNames(coverage)).toEqual(services);
  });
});

describe('an expected service', () => {
  const expecting = (
    runs: readonly ObservedRun[],
    byFile: readonly string[],
    byOption: readonly string[] = [],
  ) =>
    gate(runs, declared([], { expected_services: byFile }), {
      today: TODAY,
      acceptCoverage: 'unknown',
      expectServices: byOption,
    });
  const missing = (diff: ReturnType<typeof gate>) =>
    diff.findings.flatMap(({ reason, expected }) =>
      reason === 'expected_service_not_seen' ? [expected] : [],
    );

  it('is seen in the scope of any run', () => {
    const diff = expecting([{ surface, health: { state: 'missing' } }, runOf()], ['agent'], ['agent']);
    expect(diff.verdict).toBe('pass');
  });

  it('is missed once, whoever expects it, and each by itself', () => {
    const diff = expecting([runOf()], ['a', 'b', 'agent'], ['b', 'c']);
    expect(missing(diff)).toEqual(['a', 'b', 'c']);
    expect(diff.verdict).toBe('inconclusive');
  });

  it('is not seen where it is merely uncovered, or in a health that does not belong', () => {
    const uncovered = { ...HEALTH.complete.scope, uncovered_services: ['billing'] };
    const document = healthOf(surface, { scope: uncovered });
    expect(missing(expecting([{ surface, health: { state: 'read', document } }], ['billing']))).toEqual([
      'billing',
    ]);
    expect(missing(expecting([{ surface, health: mismatched }], ['agent']))).toEqual(['agent']);
  });
});

describe('no run at all', () => {
  it('is inconclusive, whatever is accepted', () => {
    const diff = gate([], declared([]), { today: TODAY, acceptCoverage: 'unknown' });
    expect(diff.findings.map(({ reason, run_id }) => [reason, run_id])).toEqual([['no_surface', null]]);
    expect(diff.verdict).toBe('inconclusive');
    expect(diff.coverage_accepted).toBeNull();
  });
});
