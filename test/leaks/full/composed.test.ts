import { expect, it } from 'vitest';
import { composed } from '../compose.ts';
import { leaksOf } from '../hold.ts';
import { outcomeOf } from '../outcomes.ts';
import { SERVE } from '../serve-way.ts';
import { EXPLAIN, GATE, SURFACE } from '../text-ways.ts';
import { AUDIT, GUARD, PROCESSOR, UNGUARDED, UNTOUCHED } from '../ways.ts';
import { COLLECTOR } from './collector-way.ts';

/** `npm run leaks -- --seed N`. */
const seed = Number(process.env.ASSAY_LEAKS_SEED ?? 1);
const cases = composed(seed, 2_000);

it('can be found where nothing is taken away, nearly all of them', async () => {
  for (const way of [UNGUARDED, UNTOUCHED]) {
    const { tried, passed } = await outcomeOf(way, cases, String(seed));
    const lost = tried.filter((one) => !passed.has(one) && !('handOver' in one.place.template));
    expect(lost.length).toBeLessThan(tried.length / 100);
  }
});

it.each([PROCESSOR, GUARD, AUDIT, SURFACE, EXPLAIN, GATE, SERVE, COLLECTOR])(
  '$name: leave nothing',
  async (way) => {
    expect(leaksOf(way.name, await outcomeOf(way, cases, String(seed)))).toEqual([]);
  },
);
