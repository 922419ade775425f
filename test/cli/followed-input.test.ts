import { describe, expect, it } from 'vitest';
import { MAX_TOMBSTONES } from '../../src/aggregator/limits.ts';
import { FollowedInput } from '../../src/cli/followed-input.ts';
import { BEGIN_MS, traceId } from './timed-spans.ts';

const HOUR_MS = 3_600_000;

describe('an input of which more was evicted than is remembered', () => {
  it('takes for a part what may have one that is forgotten, and nothing that began later', () => {
    const wallClock = () => BEGIN_MS + 3 * HOUR_MS;
    // Room for one fact: each run that comes evicts the one before.
    const input = new FollowedInput({ all: false, emittedBy: 'test', wallClock, heapLimit: 1 });
    const gaps: Record<string, (string | undefined)[]> = {};
    const add = (run: number, span: string, milliseconds: number) => {
      const start = `${BEGIN_MS + milliseconds}000000`;
      input.add({ trace: traceId(run), span: span.repeat(16), start, tool: 'unattributed' }, start);
      for (const { runId, health } of input.closed()) {
        const codes = health.coverage.gaps.map(({ code }) => code);
        gaps[runId] = codes.filter((code) => code === 'evicted');
      }
    };
    const evicted = MAX_TOMBSTONES + 2;
    for (let run = 1; run <= evicted; run += 1) add(run, 'a', 1);
    expect(gaps[traceId(1)]).toEqual([]);
    add(1, 'b', 2);
    add(evicted + 1, 'a', 2 * HOUR_MS);
    add(evicted + 2, 'a', 2 * HOUR_MS);
    expect(gaps[traceId(1)]).toEqual(['evicted']);
    expect(gaps[traceId(evicted + 1)]).toEqual([]);
  }, 120_000);
});
