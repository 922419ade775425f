import { describe, expect, it } from 'vitest';
import { GAP_WORDS } from '../../src/report/words/gap-words.ts';
import { CONFLICTS as ON_ONE_SPAN } from '../../src/span/observed-call.ts';
import { CONFLICTS } from './conflicts.ts';
import { DEATHS } from './deaths.ts';
import { EXPORT_LOSSES } from './export-losses.ts';
import { type GapCase, gapInWords } from './gap-case.ts';
import { PIPELINE_LOSSES } from './pipeline-losses.ts';
import { healthOf } from './read-back.ts';
import { RUN_GAPS } from './run-gaps.ts';
import { SAMPLER_GAPS } from './samplers.ts';
import { STRANGERS } from './strangers.ts';

const GROUPS: Readonly<Record<string, readonly GapCase[]>> = {
  'on the way out of a process': EXPORT_LOSSES,
  'between a process and the reader': PIPELINE_LOSSES,
  'by a sampler': SAMPLER_GAPS,
  'by a process that dies': DEATHS,
  'by how a run is told': RUN_GAPS,
  'by strangers': STRANGERS,
  'by what contradicts itself': CONFLICTS,
};

describe.each(Object.entries(GROUPS))('a gap made %s', (_group, cases) => {
  for (const { code, cause, gaps, calls = 3, state = 'partial', run } of cases) {
    it(`${code}: ${cause}`, async () => {
      const whole = await healthOf(await run(false));
      expect(whole.coverage).toMatchObject({ state: 'complete', gaps: [] });
      expect(whole.tool_calls_observed).toBe(calls);

      const { coverage, claims } = await healthOf(await run(true));
      const shown = coverage.gaps.map(gapInWords);
      expect(shown).toEqual(gaps);
      expect(coverage.state).toBe(state);
      expect(claims).toMatchObject({ no_tool_use: 'blocked', no_undeclared_tool_use: 'blocked' });
    });
  }
});

describe('the cases', () => {
  const all = Object.values(GROUPS).flat();

  it('each show the gap that they are of', () => {
    for (const { code, cause, gaps } of all) {
      const shown = gaps.map((gap) => gap.split(' ')[0]);
      expect(shown, cause).toContain(code);
    }
  });

  it('are of every code', () => {
    const codes = new Set(all.map(({ code }) => code));
    expect([...codes].sort()).toEqual(Object.keys(GAP_WORDS).sort());
  });

  it('are of everything that can be in conflict', () => {
    const conflicts = all.filter(({ code }) => code === 'conflict').map(({ gaps }) => gaps[0]);
    const what = [...ON_ONE_SPAN, 'run_id', 'checkpoint', 'sequence', 'record', 'target'];
    expect([...new Set(conflicts)].sort()).toEqual(what.map((one) => `conflict ${one}`).sort());
  });
});
