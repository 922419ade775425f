import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/gate/surface-diff.ts';
import { isQuiet, runSections } from '../../src/report/run-section.ts';
import { levelCounts, repeatedFindings, toldFindings, worstFirst } from '../../src/report/told-finding.ts';
import { CALLS, OUTCOMES, unknownTool } from '../gate/observed.ts';
import { reportOf, runOf } from './scenarios.ts';

const undecided = { ...CALLS.incomplete, ...OUTCOMES.undecided };
const NOTHING = { declared_tool_actions: [] };
const findingsOf = (...ids: readonly string[]): readonly Finding[] =>
  reportOf({ runs: ids.map((id) => runOf(id, [undecided, undecided])), declared: NOTHING }).diff.findings;

describe('findings as people are told them', () => {
  it('are one where a row of one call has two codes', () => {
    const told = toldFindings(findingsOf('a'));
    expect(findingsOf('a')).toHaveLength(4);
    expect(told.map(({ finding, codes }) => [finding.record, codes])).toEqual([
      [0, ['new_privileged_tool_action', 'inconclusive_tool_target']],
      [1, ['new_privileged_tool_action', 'inconclusive_tool_target']],
    ]);
  });

  it('stay apart where two runs have one id', () => {
    const [one] = findingsOf('a').slice(0, 1);
    if (one === undefined) throw new Error('Expected a finding');
    expect(toldFindings([one, one])).toHaveLength(2);
  });

  it('are told once for all calls that differ in nothing else, in each run', () => {
    const repeated = repeatedFindings(toldFindings(findingsOf('a', 'b')));
    expect(repeated.map(({ finding, calls }) => [finding.run_id, finding.record, calls])).toEqual([
      ['a', 0, 2],
      ['b', 0, 2],
    ]);
  });

  it('are all told where they are gaps', () => {
    const unnamed = { surface: undefined, health: { state: 'missing' } } as const;
    const told = toldFindings(reportOf({ runs: [unnamed, unnamed] }).diff.findings);
    expect(repeatedFindings(told)).toHaveLength(2);
  });

  it('come worst first, otherwise in their order', () => {
    const { diff } = reportOf({ runs: [runOf('a', [unknownTool('lookup'), undecided])], declared: NOTHING });
    const told = toldFindings(diff.findings);
    expect(told.map(({ finding }) => finding.level)).toEqual(['inconclusive', 'error']);
    expect(worstFirst(told).map(({ finding }) => finding.level)).toEqual(['error', 'inconclusive']);
    expect(levelCounts(told)).toEqual([
      ['error', 1],
      ['inconclusive', 1],
    ]);
  });
});

describe('the sections of runs', () => {
  const { diff } = reportOf({
    runs: [
      runOf('quiet', []),
      runOf('open', [unknownTool('lookup')]),
      runOf('bad', [undecided]),
      runOf('bad', []),
    ],
    declared: { ...NOTHING, expected_services: ['billing'] },
    options: { expectRuns: ['weekly'] },
  });

  it('begin with the worst, and name what was expected and not seen', () => {
    expect(runSections(diff).map(({ runId, summaries }) => [runId, summaries.length])).toEqual([
      ['bad', 2],
      ['open', 1],
      ['weekly', 0],
      [null, 0],
      ['quiet', 1],
    ]);
  });

  it('are quiet only where nothing was found and coverage is complete', () => {
    expect(
      runSections(diff)
        .filter(isQuiet)
        .map(({ runId }) => runId),
    ).toEqual(['quiet']);
    const scoped = reportOf({
      runs: [runOf('p', [], { limits: [{ code: 'detached_calls', count: 1 }] })],
      options: { acceptCoverage: 'scoped' },
    });
    expect(scoped.diff.findings).toEqual([]);
    expect(runSections(scoped.diff).filter(isQuiet)).toEqual([]);
  });
});
