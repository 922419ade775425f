import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArgumentLimits,
  DEFAULT_ARGUMENT_LIMITS,
  decodeArguments,
} from '../../src/dialect/arguments.ts';

const decode = (value: unknown, limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS) =>
  decodeArguments({ form: 'json', value }, limits);

const limited = (limits: Partial<ArgumentLimits>) => ({ ...DEFAULT_ARGUMENT_LIMITS, ...limits });
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

// As JSON text has it: `-0` is written as 0.
const json = fc
  .jsonValue({ noUnicodeString: false, maxDepth: 4 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const jsonObject = fc.dictionary(
  fc.oneof(fc.constantFrom('owner', '__proto__', 'constructor', ''), fc.string()),
  json,
);

describe('JSON text', () => {
  it.each([
    ['an object', '{"owner":"acme","read_only":false}', { owner: 'acme', read_only: false }],
    ['an empty object', '{}', {}],
    ['white space around it', ' \n{"a":1}\t', { a: 1 }],
    ['one level of double encoding', JSON.stringify('{"a":{"b":[1]}}'), { a: { b: [1] } }],
    ['keys that prototypes have', '{"__proto__":{"owner":"x"},"constructor":1}', { constructor: 1 }],
    ['the same key in two objects', '{"a":{"k":1},"b":{"k":1},"c":[{"k":1},{"k":1}]}', undefined],
    ['structure characters in strings', '{"a:":"{[,:\\"]}","b\\\\":":"}', undefined],
    ['more siblings than levels', `{"a":[${'[{}],'.repeat(65)}1]}`, undefined],
    ['a lone surrogate', '{"a":"\\ud800"}', { a: '\ud800' }],
  ])('%s is captured', (_, text, fields) => {
    const decoded = decode(text);
    expect(decoded.state).toBe('captured');
    if (fields !== undefined) expect(decoded).toMatchObject({ fields });
  });

  it('keeps `__proto__` as an ordinary key', () => {
    for (const value of ['{"__proto__":{"owner":"x"}}', JSON.parse('{"__proto__":{"owner":"x"}}')]) {
      const decoded = decode(value);
      expect(decoded.state === 'captured' && Object.keys(decoded.fields)).toEqual(['__proto__']);
      expect(decoded.state === 'captured' && decoded.fields.owner).toBeUndefined();
    }
  });

  it.each([
    ['nothing', undefined],
    ['null, as a value', null],
    ['an empty string', ''],
    ['white space', ' \n'],
    ['None', 'None'],
    ['N/A', 'N/A'],
    ['<not serializable>', '<not serializable>'],
    ["Semantic Kernel's failure", 'Failed to serialize arguments to Json'],
    ['stars', '***'],
    ['<REDACTED>', '<REDACTED>'],
    ['[Filtered]', '[Filtered]'],
    ['a sentinel, encoded', '"<REDACTED>"'],
    ['an empty string, encoded', '""'],
    ["ToolHive's list", 'owner=acme-corp, token=[REDACTED]'],
  ])('%s is not captured', (_, value) => {
    expect(decode(value)).toEqual({ state: 'not_captured' });
  });

  it.each([
    ['trailing text', '{"a":1} and more'],
    ['a trailing comma after it', '{"a":1},'],
    ['a second value', '{"a":1}{"a":1}'],
    ['an array', '[{"owner":"acme"}]'],
    ['a number', '12'],
    ['a string', '"plain"'],
    ['a string that looks cut', '"tru"'],
    ['true', 'true'],
    ['null, as text', 'null'],
    ['null, encoded twice', '"null"'],
    ['an array, encoded twice', '"[1]"'],
    ['three encodings', JSON.stringify(JSON.stringify('{"a":1}'))],
    ['plain text', 'deploy key for acme'],
    ["Python's notation", "{'owner': 'acme'}"],
    ['a trailing comma', '{"a":1,}'],
    ['a duplicate key', '{"owner":"a","owner":"b"}'],
    ['a duplicate key with the same value', '{"owner":"a","owner":"a"}'],
    ['a duplicate key under an escape', '{"owner":"a","\\u006fwner":"b"}'],
    ['a duplicate key within', '{"a":{"b":[{"k":1,"k":2}]}}'],
    ['a duplicate key whose first value is an object', '{"a":{"b":1,"c":2},"a":1}'],
    ['a duplicate `__proto__`', '{"__proto__":1,"__proto__":2}'],
    ['a duplicate empty key', '{"":1,"":2}'],
    ['a duplicate key, encoded twice', JSON.stringify('{"a":1,"a":2}')],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['NaN', '{"a":NaN}'],
  ])('%s is unsupported', (_, text) => {
    expect(decode(text)).toEqual({ state: 'unsupported' });
  });

  it.each([
    ['within a string', '{"owner":"acm'],
    ['after an escape', '{"owner":"acm\\'],
    ['within a unicode escape', '{"owner":"\\u00'],
    ['after a key', '{"owner"'],
    ['after a colon', '{"owner":'],
    ['after a comma', '{"owner":"acme",'],
    ['within a literal', '{"read_only":fal'],
    ['within a number', '{"n":-'],
    ['after a fraction point', '{"n":1.'],
    ['after an exponent', '{"n":1e+'],
    ['after a whole number', '{"n":12'],
    ['in a nested array', '{"a":[{"b":[1, 2'],
    ['at the start', '{'],
    ['of an encoded object', '"{\\"owner\\":\\"acm'],
    ['within an encoded object', JSON.stringify('{"owner":"acm')],
  ])('a text cut %s is truncated', (_, text) => {
    expect(decode(text)).toEqual({ state: 'truncated' });
  });

  it.each([
    ['{"a" 1', 'no colon'],
    ['{"a":tru1', 'no literal'],
    ['{"a":trXX12345', 'no literal, with a number after it'],
    ['{"a":01', 'no number'],
    ['{"a":1.e', 'no number'],
    ['{"a":.5', 'no number'],
    ['{"a":1-', 'no number'],
    ['{a', 'no key'],
    ['{"a":1]', 'the wrong bracket'],
    ['{"a":[1}', 'the wrong bracket'],
    ['{"a":"\\x', 'no escape'],
    ['{"a":"\\u00g', 'no unicode escape'],
    ['{"a":"\u0001', 'a control character in a string'],
    ['{"a":1,,', 'no key after a comma'],
    ['{,', 'no key'],
    ['{"a":[,', 'no value'],
    ['}', 'nothing open'],
  ])('%j is unsupported, though it looks cut: %s', (text) => {
    expect(decode(text)).toEqual({ state: 'unsupported' });
  });
});

describe('limits', () => {
  it.each([
    ['bytes at the limit', '{"a":"é"}', limited({ argumentBytes: 10 }), 'captured'],
    ['bytes over it', '{"a":"é!"}', limited({ argumentBytes: 10 }), 'too_large'],
    ['bytes of a surrogate pair', '{"a":"😀"}', limited({ argumentBytes: 12 }), 'captured'],
    ['bytes of a surrogate pair over it', '{"a":"😀"}', limited({ argumentBytes: 11 }), 'too_large'],
    ['depth at the limit', nested(64), DEFAULT_ARGUMENT_LIMITS, 'captured'],
    ['depth over it', nested(65), DEFAULT_ARGUMENT_LIMITS, 'too_large'],
    ['nodes at the limit', '{"a":[1,{},[]]}', limited({ argumentNodes: 5 }), 'captured'],
    ['nodes over it', '{"a":[1,{},[ ]]}', limited({ argumentNodes: 4 }), 'too_large'],
    ['a list over the default', `{"a":[${'1,'.repeat(10_000)}1]}`, DEFAULT_ARGUMENT_LIMITS, 'too_large'],
    ['brackets without end', '['.repeat(1_000_000), DEFAULT_ARGUMENT_LIMITS, 'too_large'],
    ['an unclosed string of quotes', `{"a":"${'\\"'.repeat(400_000)}`, DEFAULT_ARGUMENT_LIMITS, 'truncated'],
    ['a long run of backslashes', `{"a":"${'\\'.repeat(400_000)}"}`, DEFAULT_ARGUMENT_LIMITS, 'captured'],
  ])('%s', (_, text, limits, state) => {
    expect(decode(text, limits).state).toBe(state);
    if (state === 'captured') expect(decode(JSON.parse(text), limits).state).toBe(state);
  });

  it('a depth that no stack holds is never reached', () => {
    const limits = limited({ argumentDepth: 1e9, argumentNodes: 1e9 });
    const text = nested(100_000);
    expect(decode(text, limits)).toEqual({ state: 'too_large' });
    expect(decode(JSON.parse(text), limits).state).not.toBe('captured');
  });

  it.each([
    ['depth', JSON.parse(nested(65)), {}],
    ['nodes', { a: [1, {}, []] }, { argumentNodes: 4 }],
    ['nodes of a sparse array', { a: new Array(4_000_000_000) }, {}],
    ['length of a value', { a: 'x'.repeat(11) }, { argumentBytes: 11 }],
    ['length of a key', { ['x'.repeat(12)]: 1 }, { argumentBytes: 11 }],
  ])('of a structured value: %s', (_, value, limits) => {
    expect(decode(value, limited(limits))).toEqual({ state: 'too_large' });
  });
});

describe('wrappers', () => {
  const through = (value: unknown, wrapper: (decoded: unknown) => unknown) =>
    decodeArguments({ form: 'json', value, wrapper }, DEFAULT_ARGUMENT_LIMITS);

  it.each([
    ['an object', () => ({ a: 1 }), { state: 'captured', fields: { a: 1 } }],
    ['text', () => '{"a":1}', { state: 'captured', fields: { a: 1 } }],
    ['text encoded twice', () => '"{\\"a\\":1}"', { state: 'captured', fields: { a: 1 } }],
    ['cut text', () => '{"a":', { state: 'truncated' }],
    ['a sentinel', () => 'None', { state: 'not_captured' }],
    ['null', () => null, { state: 'not_captured' }],
    ['undefined', () => undefined, { state: 'unsupported' }],
    ['an array', () => [1], { state: 'unsupported' }],
  ])('that give %s', (_, wrapper, expected) => {
    expect(through('{"w":1}', wrapper)).toEqual(expected);
    expect(through({ w: 1 }, wrapper)).toEqual(expected);
    expect(through(JSON.stringify('{"w":1}'), wrapper)).toEqual(expected);
  });

  it('are not asked about what is cut or named twice', () => {
    expect(through('{"w":', () => ({}))).toEqual({ state: 'truncated' });
    expect(through('{"w":1,"w":1}', () => ({}))).toEqual({ state: 'unsupported' });
  });
});

describe('forms', () => {
  it.each([
    ['none', 'not_captured'],
    ['unsupported', 'unsupported'],
    ['truncated', 'truncated'],
  ] as const)('%s is %s', (form, state) => {
    expect(decodeArguments({ form }, DEFAULT_ARGUMENT_LIMITS)).toEqual({ state });
  });

  it('fields are held to the limits too', () => {
    const fields = { a: { b: 1 } };
    expect(decodeArguments({ form: 'fields', fields }, DEFAULT_ARGUMENT_LIMITS)).toEqual({
      state: 'captured',
      fields,
    });
    expect(decodeArguments({ form: 'fields', fields }, limited({ argumentDepth: 1 }))).toEqual({
      state: 'too_large',
    });
  });
});

describe('properties', () => {
  it('captures every object, as text, encoded twice and as a value', () => {
    fc.assert(
      fc.property(jsonObject, (value) => {
        const text = JSON.stringify(value);
        const expected = { state: 'captured', fields: JSON.parse(text) };
        expect(decode(text)).toEqual(expected);
        expect(decode(JSON.stringify(text))).toEqual(expected);
        expect(decode(value)).toEqual(expected);
      }),
    );
  });

  it('takes every proper prefix of an object as truncated', () => {
    fc.assert(
      fc.property(jsonObject, fc.nat(), fc.constantFrom(undefined, 1), (value, at, indent) => {
        const text = JSON.stringify(value, null, indent);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(decode(cut)).toEqual({ state: 'truncated' });
      }),
    );
  });

  it('finds a key named twice, wherever it is and however it is written', () => {
    fc.assert(
      fc.property(jsonObject, fc.string(), json, json, fc.boolean(), (value, key, first, second, inside) => {
        const escaped = [...Array(key.length).keys()]
          .map((at) => `\\u${key.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join('');
        const twice = `{${JSON.stringify(key)}:${JSON.stringify(first)},"${escaped}":${JSON.stringify(second)}}`;
        const text = inside ? `{"rest":${JSON.stringify(value)},"in":[${twice}]}` : twice;
        expect(decode(text)).toEqual({ state: 'unsupported' });
      }),
    );
  });

  it('gives a state to any value and never throws', () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    });
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom({}, { argumentNodes: 2 }, { argumentDepth: 1 }),
        (value, limits) => {
          expect(decode(value, limited(limits)).state).toMatch(
            /^(captured|not_captured|truncated|unsupported|too_large)$/,
          );
        },
      ),
    );
  });
});
