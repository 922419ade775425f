import fc from 'fast-check';
import { FORMS, type Form, type LeakCase, leakCase, PLACES, type Place } from './corpus.ts';
import { SECRET_KINDS } from './secrets.ts';

/** Encodings that can be laid one over the other, and still be read through. */
const LAYERS = [
  ...['json', 'base64', 'base64url', 'hex', 'percent', 'unicode-escapes', 'character-references'],
  ...['escaped-newlines', 'zero-width', 'full-width', 'look-alikes'],
];

const layers = (most: number) => fc.array(fc.constantFrom(...LAYERS), { maxLength: most });
const texts = [...new Set(FORMS.map(({ text = '{{secret}}' }) => text))];

const form = fc.record({
  secret: fc.constantFrom(...SECRET_KINDS),
  secretAs: layers(1),
  text: fc.constantFrom(...texts),
  as: layers(3),
});

/** A place of the table, or an argument at any depth, under any keys. */
const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PLACES) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        depth: fc.nat({ max: 80 }),
        keys: fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        tool: fc.constantFrom('search', 'add_deploy_key', 'change_role', 'invite'),
        beside: fc.dictionary(fc.constantFrom('repo', 'title', 'workspace', 'user_id'), fc.constant('x')),
      })
      .map(({ depth, keys, tool, beside }) => argumentAt(depth, keys, tool, beside)),
  },
);

/** Never under the name of a field that is projected: that is another place. */
function argumentAt(depth: number, keys: readonly string[], tool: string, beside: object): Place {
  const inner = keys.reduce<unknown>((value, key) => ({ [`_${key}`]: value }), { depth, of: '{{text}}' });
  const json = { ...beside, options: inner };
  return {
    name: `argument, ${depth} levels down`,
    kind: 'structural',
    template: { tool, attributes: { 'gen_ai.tool.call.arguments': { json } } },
  };
}

/** `count` places and forms put together by chance, the same for the same seed. */
export function composed(seed: number, count: number): LeakCase[] {
  return fc
    .sample(fc.tuple(place, form), { seed, numRuns: count })
    .map(([where, how], at) => leakCase(where, named(how, at), String(seed)));
}

/** Says how it came about, so that a failure can be told without what leaked. */
function named(how: Omit<Form, 'name'>, at: number): Form {
  const steps = [...(how.secretAs ?? []), 'in', how.text ?? '', ...(how.as ?? [])];
  return { ...how, name: `${at}: ${how.secret} ${steps.join(' ')}` };
}
