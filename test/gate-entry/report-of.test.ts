import { describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import { readGivenRuns } from '../../src/gate-entry/read-runs.ts';
import { reportOf } from '../../src/gate-entry/report-of.ts';
import { allowed, DECLARED, documentsOf } from '../cli/judged-files.ts';
import { TODAY } from '../gate/observed.ts';

const own = documentsOf('job', [allowed]);

function reportedRun(health: object) {
  const runs = readGivenRuns({ runId: 'job', ...own, health });
  const diff = gate(runs, DECLARED, { today: TODAY });
  return reportOf({ diff, runs, isJudged: true, file: 'd' }).runs[0];
}

describe('a report', () => {
  it('has what came in for a run, and of its health only what belongs', () => {
    expect(reportedRun(own.health)).toEqual(own);
    expect(reportedRun({ ...own.health, run_id: 'other' })).toEqual({ ...own, health: undefined });
    expect(reportedRun({})).toEqual({ ...own, health: undefined });
  });
});
