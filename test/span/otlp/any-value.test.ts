import { describe, expect, it } from 'vitest';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { attribute } from '../../../src/span/view.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from './documents.ts';

function readAttributes(attributes: unknown) {
  const { spans, refused } = readOtlpJson(otlpDocument([otlpSpan({ attributes })]));
  return { span: spans[0], refused };
}

function readValue(value: unknown): unknown {
  const { span, refused } = readAttributes([otlpAttribute('k', value)]);
  expect(refused).toEqual([]);
  return span?.attributes.k;
}

function nested(depth: number, innermost: unknown): unknown {
  return depth === 1 ? innermost : { arrayValue: { values: [nested(depth - 1, innermost)] } };
}

describe('attribute values', () => {
  it.each([
    ['a string', { stringValue: 'x' }, 'x'],
    ['an empty string', { stringValue: '' }, ''],
    ['a lone surrogate', { stringValue: '\ud800' }, '\ud800'],
    ['a boolean', { boolValue: false }, false],
    ['an integer of the Collector', { intValue: '-42' }, -42],
    ['an integer of the JS exporter', { intValue: 42 }, 42],
    ['an integer beyond doubles', { intValue: '9007199254740993' }, 9007199254740993n],
    ['a negative integer beyond doubles', { intValue: '-9223372036854775808' }, -9223372036854775808n],
    ['1e+21 of the JS exporter', JSON.parse('{"intValue":1e+21}'), 1000000000000000000000n],
    ['a double', { doubleValue: 1.5 }, 1.5],
    ['a double as a string', { doubleValue: '1.5e3' }, 1500],
    ['NaN of the Collector', { doubleValue: 'NaN' }, Number.NaN],
    ['an infinity of the Collector', { doubleValue: '-Infinity' }, Number.NEGATIVE_INFINITY],
    ['a double that is null', { doubleValue: null }, Number.NaN],
    ['bytes', { bytesValue: 'AAH/' }, Uint8Array.of(0, 1, 255)],
    ['URL-safe bytes without padding', { bytesValue: '-_8' }, Uint8Array.of(251, 255)],
    ['no bytes', { bytesValue: '' }, new Uint8Array()],
    ['an empty value', {}, null],
    ['a missing value', undefined, null],
    ['null', null, null],
    ['nulls beside a value', { stringValue: 'x', intValue: null, doubleValue: null }, 'x'],
    ['an array', { arrayValue: { values: [{ intValue: 1 }, {}, { stringValue: 'x' }] } }, [1, null, 'x']],
    ['an empty array', { arrayValue: {} }, []],
    ['an empty map', { kvlistValue: {} }, {}],
    [
      'a map in a map',
      {
        kvlistValue: {
          values: [otlpAttribute('a', { kvlistValue: { values: [otlpAttribute('b', { intValue: '1' })] } })],
        },
      },
      { a: { b: 1 } },
    ],
    ['64 levels', nested(64, { intValue: 1 }), JSON.parse(`${'['.repeat(63)}1${']'.repeat(63)}`)],
  ])('reads %s', (_title, value, expected) => {
    expect(readValue(value)).toEqual(expected);
  });

  it.each([
    ['a string that is a number', { stringValue: 1 }, 'wrong_type', '.stringValue'],
    ['a boolean that is a string', { boolValue: 'true' }, 'wrong_type', '.boolValue'],
    ['an integer with a fraction', { intValue: 1.5 }, 'invalid_integer', '.intValue'],
    ['an integer in words', { intValue: '1e21' }, 'invalid_integer', '.intValue'],
    ['a double that is no number', { doubleValue: 'nan' }, 'invalid_number', '.doubleValue'],
    ['bytes that are no base64', { bytesValue: '*' }, 'invalid_bytes', '.bytesValue'],
    ['bytes of an impossible length', { bytesValue: 'AAAAA' }, 'invalid_bytes', '.bytesValue'],
    ['two values in one', { stringValue: 'x', intValue: 1 }, 'ambiguous_value', ''],
    ['a bare value', 'x', 'wrong_type', ''],
    ['an array without its object', { arrayValue: [] }, 'wrong_type', '.arrayValue'],
    ['an array whose values are none', { arrayValue: { values: {} } }, 'wrong_type', '.arrayValue.values'],
    ['a map entry that is none', { kvlistValue: { values: [3] } }, 'wrong_type', '.kvlistValue.values[0]'],
  ])('refuses %s', (_title, value, code, at) => {
    const { span, refused } = readAttributes([{ key: 'a' }, otlpAttribute('k', value)]);
    expect(span).toBeUndefined();
    const position = `resourceSpans[0].scopeSpans[0].spans[0].attributes[1].value${at}`;
    expect(refused).toMatchObject([{ code, position }]);
  });

  it('refuses the span of a value that nests deeper, and survives any depth', () => {
    for (const depth of [65, 5000]) {
      const { span, refused } = readAttributes([otlpAttribute('k', nested(depth, {}))]);
      expect(span).toBeUndefined();
      expect(refused).toMatchObject([{ code: 'too_deep' }]);
    }
  });

  it('keeps __proto__ and constructor as keys of their own', () => {
    const keys = ['__proto__', 'constructor', 'toString', ''];
    const list = keys.map((key) =>
      otlpAttribute(key, { kvlistValue: { values: [otlpAttribute(key, { intValue: 1 })] } }),
    );
    const attributes = readAttributes(list).span?.attributes ?? {};
    expect(Object.keys(attributes).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(attribute(attribute(attributes, key) as object as never, key)).toBe(1);
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
  });

  it('keeps the first of a repeated key and names the key', () => {
    const list = ['a', 'b', 'a', '__proto__', '__proto__', 'a'].map((key, index) =>
      otlpAttribute(key, { intValue: index }),
    );
    const span = readAttributes(list).span;
    expect(span?.attributes).toMatchObject({ a: 0, b: 1 });
    expect(attribute(span?.attributes ?? {}, '__proto__')).toBe(3);
    expect(span?.duplicateKeys).toEqual(['a', '__proto__']);
  });

  it('names the attribute that holds a map with a repeated key', () => {
    const map = {
      kvlistValue: { values: [otlpAttribute('x', { intValue: 1 }), otlpAttribute('x', { intValue: 2 })] },
    };
    const span = readAttributes([
      otlpAttribute('a', { arrayValue: { values: [map, map] } }),
      otlpAttribute('x', map),
    ]).span;
    expect(span?.attributes).toEqual({ a: [{ x: 1 }, { x: 1 }], x: { x: 1 } });
    expect(span?.duplicateKeys).toEqual(['a', 'x']);
  });
});
