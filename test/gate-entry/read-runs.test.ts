import { describe, expect, it } from 'vitest';
import { readRuns } from '../../src/gate-entry/read-runs.ts';
import { allowed, documentsOf } from '../cli/judged-files.ts';

describe('runs as objects', () => {
  it('are refused where something in them is no JSON, with what it is', () => {
    const { surface, health } = documentsOf('job', [allowed]);
    const good = { run_id: 'job', surface, health };
    expect(readRuns(good)).toHaveLength(1);
    for (const bad of [
      { ...good, surface: { ...surface, later: [{ size: 1n }] } },
      { ...good, health: { ...health, later: 1n } },
      { ...surface, later: 1n },
    ]) {
      expect(() => readRuns([good, bad as never])).toThrow(
        'runs[1]: Expected values that JSON has, got a bigint among them',
      );
    }
  });
});
