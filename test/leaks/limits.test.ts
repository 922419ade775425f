import { expect, it } from 'vitest';
import { simple } from '../sdk/line.ts';
import { leaving } from './as-sdk.ts';
import { FORMS, PLACES, tableOfCases } from './corpus.ts';
import { stringsOf } from './detect.ts';
import { leaksOf } from './hold.ts';
import { outcomeOf } from './outcomes.ts';
import { NOT_IN_PROCESS, type Way } from './ways.ts';

/** What is cut by the limit of an SDK is cut before anything of ours sees it, in the middle of whatever stands there. */
function limited(attributeValueLengthLimit: number): Way {
  return {
    name: 'processor',
    title: `at most ${attributeValueLengthLimit}`,
    without: [...NOT_IN_PROCESS, 'walls'],
    run: async (cases) =>
      stringsOf(
        await leaving(cases, (exporter, ours) => [new ours.ToolDecisionSpanProcessor(), simple(exporter)], {
          attributeValueLengthLimit,
        }),
      ),
  };
}

const places = PLACES.filter(({ kind }) => kind === 'structural');
const forms = FORMS.filter(({ name, as }) => as?.includes('cut') || name.endsWith('a token'));

it.each([limited(24), limited(128)])('values of $title characters leave nothing', async (way) => {
  const outcome = await outcomeOf(way, tableOfCases(places, forms));
  expect(outcome.tried.length).toBeGreaterThan(500);
  expect(leaksOf(way.name, outcome)).toEqual([]);
});
