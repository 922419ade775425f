import { expect } from 'vitest';
import { type LeakCase, PLACES, tableOfCases } from './corpus.ts';
import { keepOutcome, keptOutcome, marksOf, type Outcome, outcomeOf } from './outcomes.ts';
import type { Way } from './ways.ts';

/** Resource, scope and trace state are shared between spans: a processor cannot change them (README, "Known limits"). */
const SHARED = [
  ...['resource attribute', "resource attribute's key", 'service.name', "scope's name", "scope's version"],
  ...["scope's attribute", 'trace state'],
];

/** Kept to the byte, or its digest would not hold: what another producer wrote is his (docs/record.md). */
const OF_ANOTHER = PLACES.map(({ name }) => name).filter((name) =>
  name.startsWith("another producer's record"),
);

/** Places that a way says itself that it does not look into. */
export const NOT_LOOKED_INTO: Readonly<Record<string, readonly string[]>> = {
  processor: SHARED,
  // `collector-config/redaction.yaml`: bytes under a key that stays.
  collector: ['kept key, bytes'],
  surface: OF_ANOTHER,
  serve: OF_ANOTHER,
};

/** A Collector's engine sees the text as it stands, and nothing through it. */
const AS_IT_STANDS: ReadonlySet<string> = new Set(['collector']);

/** Cases that had to leave nothing on a way of ours and did, as place and form: never what leaked. */
export function leaksOf(way: string, { tried, passed, hashed }: Outcome): string[] {
  const isOpen = (one: LeakCase): boolean => NOT_LOOKED_INTO[way]?.includes(one.place.name) ?? false;
  const isNamed = ({ named }: LeakCase): boolean =>
    AS_IT_STANDS.has(way) ? named === 'as it stands' : named !== undefined;
  const mustBeClean = (one: LeakCase): boolean => one.place.kind === 'structural' || isNamed(one);
  return tried
    .filter((one) => mustBeClean(one) && !isOpen(one) && (passed.has(one) || hashed.has(one)))
    .map((one) => `${one.place.name}: ${one.form}`);
}

/** Holds a way of ours to the whole table: clean where it has to be, and elsewhere as it was when the docs were made. */
export async function holdToTable(way: Way): Promise<void> {
  const outcome = await outcomeOf(way, tableOfCases());
  expect(leaksOf(way.name, outcome)).toEqual([]);
  const places = marksOf(outcome);
  if (process.env.UPDATE_GOLDEN === '1') keepOutcome(way.name, { versions: {}, places });
  expect(places, 'run `npm run leaks` where the change is meant').toEqual(keptOutcome(way.name).places);
}
