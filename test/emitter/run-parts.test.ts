import { describe, expect, it } from 'vitest';
import { RunParts } from '../../src/emitter/run-parts.ts';

const part = (at: number) => ({
  trace: at.toString(16).padStart(32, '0'),
  emitter: 'e'.repeat(16),
  epoch: `${at + 1}-${'0'.repeat(16)}`,
});

describe('the parts of runs that nobody ends', () => {
  it('are forgotten with the oldest run once there are 100,000, and a run that was forgotten has no seal', () => {
    const parts = new RunParts();
    // Twelve runs of 9,000 parts: the last 11 have 99,000.
    for (let run = 0; run < 12; run += 1)
      for (let at = 0; at < 9_000; at += 1) parts.add(`run-${run}`, part(at));
    parts.add('run-0', part(9_001));
    expect(parts.take('run-0')).toBeUndefined();
    expect(parts.take('run-1')?.parts).toHaveLength(9_000);
    expect(parts.take('run-11')?.parts).toHaveLength(9_000);
  });

  it('make room again when a run ends, and a part that comes twice is one', () => {
    const parts = new RunParts();
    for (let turn = 0; turn < 30; turn += 1) {
      for (let at = 0; at < 9_000; at += 1) parts.add('run', part(at));
      for (let at = 0; at < 9_000; at += 1) parts.add('run', part(at));
      expect(parts.take('run')?.parts).toHaveLength(9_000);
    }
    parts.add('kept', part(1));
    expect(parts.take('kept')?.parts).toHaveLength(1);
  });
});
