import { describe, expect, it } from 'vitest';
import { FORMS, type LeakCase, leakCase, PLACES, tableOfCases } from './corpus.ts';
import { Detector } from './detect.ts';
import { leaksOf } from './hold.ts';
import { outcomeOf } from './outcomes.ts';
import { secretOf } from './secrets.ts';
import { UNGUARDED, UNTOUCHED } from './ways.ts';

describe('the corpus', () => {
  it.each([UNGUARDED, UNTOUCHED])(
    'every secret is found where nothing is taken away, and told: $title',
    async (way) => {
      const outcome = await outcomeOf(way, tableOfCases());
      const lost = outcome.tried.filter(
        (one) => !outcome.passed.has(one) && !('handOver' in one.place.template),
      );
      expect(lost.map((one) => `${one.place.name}: ${one.form}`)).toEqual([]);
      const isStructural = ({ place }: LeakCase): boolean => place.kind === 'structural';
      const told = leaksOf(way.name, outcome);
      expect(told.length).toBeGreaterThan([...outcome.passed].filter(isStructural).length);
    },
  );

  it('has every kind of place, and no two secrets that are alike', () => {
    const cases = tableOfCases();
    expect(cases).toHaveLength(PLACES.length * FORMS.length);
    expect(new Set(cases.map(({ secret }) => secret.text)).size).toBe(cases.length);
    expect(new Set(PLACES.map(({ kind }) => kind))).toEqual(new Set(['structural', 'passing']));
  });

  it('is the same at each reading, and another with a seed', () => {
    const [place] = PLACES;
    const [form] = FORMS;
    if (place === undefined || form === undefined) throw new Error('Expected a place and a form');
    expect(leakCase(place, form, '')).toEqual(leakCase(place, form, ''));
    expect(leakCase(place, form, '1').secret).not.toEqual(leakCase(place, form, '2').secret);
  });
});

describe('the detector', () => {
  const secret = secretOf('github-token', 'detector');
  const detector = new Detector<string>();
  detector.add('it', secret.parts);
  const [part = ''] = secret.parts;

  it.each([
    ['whole', secret.text],
    ['ten characters of it', `x ${part.slice(7, 17)} x`],
    ['in base64 in JSON in base64', base64(JSON.stringify({ a: base64(`token=${secret.text}`) }))],
    ['in upper case', secret.text.toUpperCase()],
  ])('finds it: %s', (_title, text) => {
    expect([...detector.found([text])]).toEqual(['it']);
  });

  it.each([
    ['nine characters of it', part.slice(0, 9)],
    ['another', secretOf('github-token', 'another').text],
    ['its digest', 'f'.repeat(64)],
  ])('does not find: %s', (_title, text) => {
    expect([...detector.found([text])]).toEqual([]);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
