import { expect, inject, it } from 'vitest';
import { tableOfCases } from '../corpus.ts';
import { keepOutcome, keptOutcome, marksOf, outcomeOf } from '../outcomes.ts';
import { ALLOW_LIST, DENY_LIST } from './collector-way.ts';
import { MASKER } from './masker-way.ts';

const collectorVersion = /otelcol-assay-([\d.]+)-/.exec(inject('peers').collector)?.[1] ?? 'unknown';
const versions = {
  [ALLOW_LIST.name]: { 'Collector and its redaction processor': collectorVersion },
  [DENY_LIST.name]: { 'Collector and its redaction processor': collectorVersion },
  [MASKER.name]: { 'Logfire SDK for JavaScript (`logfire`)': inject('masker').version },
};

it.each([ALLOW_LIST, DENY_LIST, MASKER])('$title: is as the docs say', async (way) => {
  const places = marksOf(await outcomeOf(way, tableOfCases()));
  const kept = { versions: versions[way.name] ?? {}, places };
  if (process.env.UPDATE_GOLDEN === '1') keepOutcome(way.name, kept);
  expect(kept, 'run `npm run leaks` where the change is meant').toEqual(keptOutcome(way.name));
});
