import { readFileSync, writeFileSync } from 'node:fs';
import { targetHash } from '../../src/index.ts';
import { FORMS, type LeakCase, PLACES } from './corpus.ts';
import { Detector } from './detect.ts';
import { filled } from './filled.ts';
import type { Way } from './ways.ts';

/** What became of the cases on one way: all that are in neither set left nothing. */
export interface Outcome {
  readonly tried: readonly LeakCase[];
  /** The secret, or ten characters of it in a row, came out. */
  readonly passed: ReadonlySet<LeakCase>;
  /** The hash of what stood in the place came out. */
  readonly hashed: ReadonlySet<LeakCase>;
}

/** Runs cases through a way. `seed` is that of compositions; the table has none. */
export async function outcomeOf(way: Way, cases: readonly LeakCase[], seed = ''): Promise<Outcome> {
  const tried = cases.filter(({ place }) => place.ways === undefined || !way.without.includes(place.ways));
  const detector = new Detector<LeakCase>();
  for (const one of tried) {
    detector.add(one, one.secret.parts);
    if (one.place.hashed !== undefined) detector.addHash(one, targetHash(one.place.hashed, one.text));
  }
  const texts = await way.run(tried.map((one) => filled(one, seed)));
  return { tried, passed: detector.found(texts), hashed: detector.hashed(texts) };
}

/**
 * An outcome as it is kept, for the ways that not every run of the tests can go: by place, one character per form, in
 * the order of `forms.json`.
 */
export interface KeptOutcome {
  /** What was run, where it is not ours. */
  readonly versions: Readonly<Record<string, string>>;
  readonly places: Readonly<Record<string, string>>;
}

export const CLEAN = '.';
const PASSED = 'P';
const HASHED = 'H';

/** By place, one character per form. */
export function marksOf({ tried, passed, hashed }: Outcome): KeptOutcome['places'] {
  const marks = new Map<string, string>();
  for (const one of tried) {
    const mark = passed.has(one) ? PASSED : hashed.has(one) ? HASHED : CLEAN;
    marks.set(one.place.name, (marks.get(one.place.name) ?? '') + mark);
  }
  const places = PLACES.filter(({ name }) => marks.get(name)?.length === FORMS.length);
  return Object.fromEntries(places.map(({ name }) => [name, marks.get(name) ?? '']));
}

const file = (way: string): URL => new URL(`../../fixtures/leaks/outcomes/${way}.json`, import.meta.url);

/** @throws where there is none: `npm run leaks` writes them. */
export function keptOutcome(way: string): KeptOutcome {
  return JSON.parse(readFileSync(file(way), 'utf8'));
}

export function keepOutcome(way: string, outcome: KeptOutcome): void {
  writeFileSync(file(way), `${JSON.stringify(outcome, null, 2)}\n`);
}
