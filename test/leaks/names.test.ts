import { expect, it } from 'vitest';
import { PLACES, tableOfCases } from './corpus.ts';
import { leaksOf } from './hold.ts';
import { outcomeOf } from './outcomes.ts';
import { SERVE } from './serve-way.ts';
import { EXPLAIN, GATE } from './text-ways.ts';

/** Names that are taken apart, cut or spelled out on the way: `npm run leaks` tries these ways in full. */
const isTried = (name: string): boolean => /^(?:tool\.name|run id|another producer's record.*)$/.test(name);

it.each([EXPLAIN, GATE, SERVE])('$name: no piece of a secret in a name is shown', async (way) => {
  const outcome = await outcomeOf(way, tableOfCases(PLACES.filter(({ name }) => isTried(name))));
  expect(outcome.tried.length).toBeGreaterThan(500);
  expect(leaksOf(way.name, outcome)).toEqual([]);
});
