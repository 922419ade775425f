import { describe, expect, it } from 'vitest';
import { BASELINE_SCHEMA, type Baseline } from '../../src/gate/baseline.ts';
import { draftBaseline } from '../../src/gate/draft-baseline.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord, ObservedRun } from '../../src/gate/observed-run.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, OUTCOMES, runOf, TODAY, unknownTool } from './observed.ts';

const until = '2027-03-31';
const reason = 'known';
const github = fingerprint('new_privileged_tool_action', CALLS.github);
const lookup = unknownTool('lookup');
const unknown = fingerprint('unclassified.other', lookup);

function drafted(
  runs: readonly ObservedRun[],
  earlier?: Baseline,
  acceptance: { until?: string } = { until },
) {
  const diff = gate(runs, declared([]), { today: TODAY, baseline: earlier });
  return draftBaseline(diff, runs, { reason, ...acceptance }, earlier);
}

const named = (lineRunId: string, ...records: readonly ObservedRecord[]) => ({
  ...runOf(...records),
  lineRunId,
});
const baselineOf = (...accepted: Baseline['accepted']): Baseline => ({ schema: BASELINE_SCHEMA, accepted });

describe('a drafted baseline', () => {
  it('accepts each finding that takes away a pass, once, in the order of fingerprints', () => {
    const denied = { ...CALLS.slack, ...OUTCOMES.denied };
    const run = runOf(CALLS.github, CALLS.github, lookup, denied);
    const { baseline, added, withoutUntil, gaps } = drafted([run, run]);
    const attempted = fingerprint('attempted.undeclared', denied);
    expect(baseline).toEqual(
      baselineOf(
        ...[github, unknown, attempted].sort().map((print) => ({ fingerprint: print, reason, until })),
      ),
    );
    expect([added, withoutUntil, gaps]).toEqual([3, 0, 0]);
    expect(baseline.schema).toBe('assay.tool_surface_baseline.v0');
  });

  it('leaves alone what takes away nothing', () => {
    const denied = { ...CALLS.github, ...OUTCOMES.denied };
    const diff = gate([runOf(denied)], declared([GITHUB]), { today: TODAY });
    expect(diff.findings).toHaveLength(1);
    expect(draftBaseline(diff, [runOf(denied)], { reason }).baseline).toEqual(baselineOf());
  });

  it('asks for a last day where a call is unknown or not known in full, and for no other', () => {
    const runs = [runOf(CALLS.github, lookup, CALLS.incomplete)];
    const { baseline, withoutUntil } = drafted(runs, undefined, {});
    expect(withoutUntil).toBe(2);
    expect(baseline.accepted.find(({ fingerprint: print }) => print === github)).toStrictEqual({
      fingerprint: github,
      reason,
    });
    expect(drafted([runOf(CALLS.github)], undefined, {}).withoutUntil).toBe(0);
  });

  it.each<[title: string, runs: readonly ObservedRun[], withoutUntil: number]>([
    ['of the run of the finding', [named('a', CALLS.github), named('b', lookup)], 1],
    ['of every run of one id', [named('a', CALLS.github), named('a', lookup)], 2],
    ['of the runs that have it', [named('a'), named('a', CALLS.github)], 0],
    ['of the runs that have it, whichever call of theirs is unknown', [named('a', CALLS.github, lookup)], 1],
    ['of the runs that have a surface', [{ ...named('a'), surface: undefined }, named('a', CALLS.github)], 0],
  ])('asks for a last day by the call %s', (_title, runs, withoutUntil) => {
    expect(drafted(runs, undefined, {}).withoutUntil).toBe(withoutUntil);
  });

  it('takes no notice of a run that the diff was not made of', () => {
    const run = named('a', CALLS.github);
    const diff = gate([run], declared([]), { today: TODAY });
    const { baseline, withoutUntil } = draftBaseline(diff, [run, named('a', lookup)], { reason });
    expect(baseline).toEqual(baselineOf({ fingerprint: github, reason }));
    expect(withoutUntil).toBe(0);
  });

  it('says of each entry the first finding that it accepts', () => {
    const runs = ['a', 'b'].map((id) => named(id, CALLS.github));
    expect(drafted(runs).accepts.get(github)?.run_id).toBe('a');
    const known = baselineOf({ fingerprint: github, reason });
    expect(drafted(runs, known).accepts.get(github)?.run_id).toBe('a');
  });

  it('leaves entries of one fingerprint in their order', () => {
    const print = `sha256:${'f'.repeat(64)}`;
    const twice = ['one', 'two'].map((why) => ({ fingerprint: print, reason: why }));
    expect(drafted([runOf()], baselineOf(...twice)).baseline.accepted).toEqual(twice);
  });

  it('keeps what is there, and what accepts nothing here', () => {
    const other = { fingerprint: `sha256:${'f'.repeat(64)}`, reason: 'of another run' };
    const known = { fingerprint: github, reason: 'long since' };
    const { baseline, added, accepts } = drafted([runOf(CALLS.github, lookup)], baselineOf(other, known));
    expect(baseline.accepted).toEqual(
      [other, known, { fingerprint: unknown, reason, until }].sort((a, b) =>
        a.fingerprint < b.fingerprint ? -1 : 1,
      ),
    );
    expect(added).toBe(1);
    expect([...accepts.keys()].sort()).toEqual([github, unknown].sort());
  });

  it('puts a new entry in the place of one that no longer holds', () => {
    const expired = { fingerprint: github, reason: 'then', until: '2026-01-01' };
    const open = { fingerprint: unknown, reason: 'without a day' };
    const { baseline } = drafted([runOf(CALLS.github, lookup)], baselineOf(expired, open));
    expect(baseline.accepted.map((entry) => entry.reason)).toEqual([reason, reason]);
  });

  it('counts gaps, which it cannot accept', () => {
    expect(drafted([])).toMatchObject({ baseline: baselineOf(), gaps: 1 });
  });
});
