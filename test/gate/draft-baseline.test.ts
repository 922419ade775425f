import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASELINE_SCHEMA, type Baseline } from '../../src/gate/baseline.ts';
import { draftBaseline } from '../../src/gate/draft-baseline.ts';
import { fingerprint } from '../../src/gate/fingerprint.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRun } from '../../src/gate/observed-run.ts';
import { GAP_ROW } from '../../src/gate/rows.ts';
import { BaselineSchema } from '../../src/schema/declared-baseline.ts';
import { runs as arbitraryRuns, declarations, optionsFor } from './arbitrary.ts';
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
    expect(baseline.accepted.find(({ fingerprint: print }) => print === github)).toEqual({
      fingerprint: github,
      reason,
    });
    expect(drafted([runOf(CALLS.github)], undefined, {}).withoutUntil).toBe(0);
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

  it('is valid, and lets the same runs pass but for gaps', () => {
    const inputs = arbitraryRuns.chain((runs) => fc.tuple(fc.constant(runs), declarations, optionsFor(runs)));
    let accepted = 0;
    fc.assert(
      fc.property(inputs, ([runs, surface, options]) => {
        const diff = gate(runs, surface, options);
        const { baseline, gaps, added } = draftBaseline(diff, runs, { reason, until }, options.baseline);
        expect(BaselineSchema.safeParse(baseline).error).toBeUndefined();
        const again = gate(runs, surface, { ...options, baseline });
        const standing = again.findings.filter(({ level }) => level === 'error' || level === 'inconclusive');
        expect(standing.every(({ row }) => row === GAP_ROW)).toBe(true);
        expect(standing).toHaveLength(gaps);
        expect(again.verdict).toBe(gaps > 0 ? 'inconclusive' : 'pass');
        accepted += added;
      }),
      { numRuns: 500, seed: 20_261_130 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
