import { describe, expect, it } from 'vitest';
import { composed } from './compose.ts';
import { leaksOf } from './hold.ts';
import { outcomeOf } from './outcomes.ts';
import { SERVE } from './serve-way.ts';
import { EXPLAIN, GATE, SURFACE } from './text-ways.ts';
import { AUDIT, GUARD, PROCESSOR, UNTOUCHED } from './ways.ts';

const SEED = 20_261_130;
const CASES = composed(SEED, 300);

describe('places and forms put together by chance', () => {
  it('can be found as they are sent', async () => {
    const { tried, passed } = await outcomeOf(UNTOUCHED, CASES, String(SEED));
    expect(tried.filter((one) => !passed.has(one)).map(({ form }) => form)).toEqual([]);
    expect(tried.length).toBeGreaterThan(200);
  });

  it.each([PROCESSOR, GUARD, AUDIT, SURFACE, EXPLAIN, GATE, SERVE])('$name: leave nothing', async (way) => {
    expect(leaksOf(way.name, await outcomeOf(way, CASES, String(SEED)))).toEqual([]);
  });
});
