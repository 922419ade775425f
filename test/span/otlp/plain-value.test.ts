import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownKey } from '../../../src/span/otlp/known-key.ts';
import { plainValue } from '../../../src/span/otlp/plain-value.ts';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from './documents.ts';

/** The same to a reader, who passes unknown members over; but no value is plain any more. */
function withUnknownMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, withUnknownMembers(inner)] as const);
  return Object.fromEntries([...members, ['later', 1]]);
}

const INTEGERS = ['0', '-0', '7', '007', '-42', '999999999999999', '1000000000000000', '9007199254740993'];
const ODD = [
  '',
  ' 5',
  '5 ',
  '1e3',
  '0x10',
  '1.5',
  '+5',
  '--5',
  '99999999999999999999999',
  null,
  1e21,
  [],
  {},
];
const odd = fc.constantFrom<unknown>(...INTEGERS, ...ODD, true, 0, -0, 1.5, 'NaN', 'text');
const names = fc.constantFrom('stringValue', 'intValue', 'boolValue', 'doubleValue', 'bytesValue', 'other');

const keys = fc.oneof(
  { arbitrary: fc.constantFrom<unknown>('a', 'b', '', '__proto__', 'constructor', null), weight: 30 },
  { arbitrary: fc.string({ maxLength: 3 }), weight: 30 },
  odd,
);

const { entries } = fc.letrec<{ any: unknown; entries: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.record({ stringValue: fc.string() }), weight: 20 },
    { arbitrary: fc.record({ intValue: fc.constantFrom(...INTEGERS, 5) }), weight: 20 },
    { arbitrary: fc.record({ boolValue: fc.boolean() }), weight: 10 },
    { arbitrary: fc.record({ doubleValue: fc.constantFrom(0, -0, 1.5, 1e21, null) }), weight: 10 },
    { arbitrary: fc.record({ arrayValue: fc.record({ values: fc.array(tie('any')) }) }), weight: 5 },
    { arbitrary: fc.record({ kvlistValue: fc.record({ values: tie('entries') }) }), weight: 5 },
    { arbitrary: fc.constantFrom<unknown>(undefined, null, {}), weight: 5 },
    fc.dictionary(names, odd, { maxKeys: 2 }),
    odd,
  ),
  entries: fc.array(fc.oneof({ arbitrary: fc.record({ key: keys, value: tie('any') }), weight: 60 }, odd), {
    maxLength: 6,
  }),
}));
const times = fc.oneof({ arbitrary: fc.nat().map(String), weight: 20 }, odd);

const spanFields = fc.record(
  {
    attributes: entries,
    startTimeUnixNano: times,
    endTimeUnixNano: times,
    events: fc.array(fc.record({ attributes: entries, timeUnixNano: times }), { maxLength: 2 }),
    links: fc.array(fc.record({ attributes: entries }), { maxLength: 1 }),
  },
  { requiredKeys: ['attributes'] },
);

describe('values that are plain', () => {
  it('are read as those that are not: the same spans, the same refusals at the same places', () => {
    let read = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(spanFields, { maxLength: 3 }), entries, (spans, resource) => {
        const parsed = JSON.parse(
          JSON.stringify(otlpDocument(spans.map(otlpSpan), { attributes: resource })),
        );
        const result = readOtlpJson(parsed);
        read += result.spans.length;
        refused += result.refused.length;
        const { resourceSpans } = parsed;
        expect(readOtlpJson({ resourceSpans: withUnknownMembers(resourceSpans) })).toEqual(result);
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(read, refused)).toBeGreaterThan(500);
  });

  it('have the key that their entry has, and none where it has none', () => {
    const attributes = [{ value: { stringValue: 'x' } }, otlpAttribute('a', { boolValue: true })];
    const [span] = readOtlpJson(otlpDocument([otlpSpan({ attributes })])).spans;
    expect(span?.attributes).toEqual({ '': 'x', a: true });
  });

  it.each([62, 63, 64, 65])('may nest as deep as others: %i levels', (depth) => {
    const text = `${'{"kvlistValue":{"values":[{"key":"k","value":'.repeat(depth)}{"intValue":"1"}${'}]}}'.repeat(depth)}`;
    const document = otlpDocument([otlpSpan({ attributes: [otlpAttribute('k', JSON.parse(text))] })]);
    const result = readOtlpJson(document);
    expect(result.refused.map(({ code }) => code)).toEqual(depth < 64 ? [] : ['too_deep']);
    expect(readOtlpJson({ resourceSpans: withUnknownMembers(document.resourceSpans) })).toEqual(result);
  });

  it.each([
    ['a string', { stringValue: '' }, ''],
    ['a short integer', { intValue: '-42' }, -42],
    ['a boolean', { boolValue: false }, false],
    ['a double', { doubleValue: 0 }, 0],
    ['a second member', { stringValue: 'x', later: 1 }, undefined],
    ['a long integer', { intValue: '9007199254740993' }, undefined],
    ['an integer that is a number', { intValue: 5 }, undefined],
    ['another type', { stringValue: 5 }, undefined],
    ['an array', { arrayValue: {} }, undefined],
    ['nothing', {}, undefined],
    ['null', null, undefined],
    ['a bare text', 'x', undefined],
  ])('are told from others: %s', (_title, value, expected) => {
    expect(plainValue(value)).toBe(expected);
  });
});

describe('knownKey', () => {
  it('gives the text of the key, whatever was seen before', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 50 }), (texts) => {
        expect(texts.map(knownKey)).toEqual(texts);
      }),
    );
  });

  it('keeps keys apart that share a slot', () => {
    const alike = ['a-k-z', 'b-k-z', 'c-k-z', 'a-k-z', 'b-k-z'];
    const list = alike.map((key, index) => otlpAttribute(key, { intValue: `${index}` }));
    const [span] = readOtlpJson(otlpDocument([otlpSpan({ attributes: list })])).spans;
    expect(span?.attributes).toEqual({ 'a-k-z': 0, 'b-k-z': 1, 'c-k-z': 2 });
    expect(span?.duplicateKeys).toEqual(['a-k-z', 'b-k-z']);
  });
});
