import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { canonicalText } from '../../src/manifest/canonical-text.ts';
import { MANIFEST_DEPTH, MANIFEST_LIMITS } from '../../src/manifest/limits.ts';

const write = (value: unknown, budget = { ...MANIFEST_LIMITS }) => canonicalText(value, budget);

/** The double with these bits. */
function double(hex: string): number {
  return new DataView(Uint8Array.from(Buffer.from(hex, 'hex')).buffer).getFloat64(0);
}

describe('canonicalText', () => {
  // RFC 8785, appendix B.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (hex, text) => {
    expect(write(double(hex))).toBe(text);
  });

  it('writes the sample of RFC 8785, section 3.2.2, as section 3.2.3 does', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(write(JSON.parse(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('orders members by UTF-16 code units, those that are integers too', () => {
    expect(write({ '9': 0, '10': 0, '\ufb33': 0, '\ud83d\ude00': 0, __proto__x: 0 })).toBe(
      '{"10":0,"9":0,"__proto__x":0,"\ud83d\ude00":0,"\ufb33":0}',
    );
  });

  it('keeps a member that is called __proto__, and reads no prototype', () => {
    expect(write(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"b":1}}');
    expect(write(Object.create({ inherited: 1 }))).toBe('{}');
  });

  it('leaves out what JSON leaves out', () => {
    const value = { a: undefined, b: () => 1, c: Symbol('c'), [Symbol('d')]: 1, e: [] };
    expect(write(value)).toBe('{"e":[]}');
  });

  it('is canonicalJson for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(isWellFormed(value));
        expect(write(value)).toBe(canonicalJson(value));
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = [cyclic];

  it.each<[title: string, value: unknown, code: string]>([
    ['not a number', Number.NaN, 'not_canonical'],
    ['infinity', Number.NEGATIVE_INFINITY, 'not_canonical'],
    ['a big integer', { n: 1n }, 'not_canonical'],
    ['undefined', undefined, 'not_canonical'],
    ['a hole', new Array(3), 'not_canonical'],
    ['a lone surrogate', ['\ud800'], 'not_canonical'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'not_canonical'],
    ['a date', new Date(0), 'not_canonical'],
    ['a map', new Map(), 'not_canonical'],
    ['a boxed string', Object('x'), 'not_canonical'],
    ['bytes', new Uint8Array(2), 'not_canonical'],
    ['what says how its JSON looks', { toJSON: () => 1 }, 'not_canonical'],
    ['a cycle', cyclic, 'too_large'],
    ['an array that says it is endless', new Array(2 ** 32 - 1), 'too_large'],
  ])('refuses %s', (_title, value, code) => {
    expect(() => write(value)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['depth', nested(MANIFEST_DEPTH), nested(MANIFEST_DEPTH + 1)],
    ['values', Array(MANIFEST_LIMITS.values - 1).fill(0), Array(MANIFEST_LIMITS.values).fill(0)],
    ['text', { ab: 'x'.repeat(MANIFEST_LIMITS.text - 2) }, { ab: 'x'.repeat(MANIFEST_LIMITS.text - 1) }],
  ])('ends at its limit of %s', (_limit, within, beyond) => {
    expect(write(within)).toBe(JSON.stringify(within));
    expect(() => write(beyond)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('takes linear time where members are out of order at every level', () => {
    let reads = 0;
    let value: unknown = 0;
    for (let level = 0; level < MANIFEST_DEPTH; level += 1) {
      const inner = value;
      value = {
        get 9() {
          reads += 1;
          return inner;
        },
        10: 0,
      };
    }
    write(value);
    expect(reads).toBe(MANIFEST_DEPTH);
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 0 : [nested(levels - 1)];
}

function isWellFormed(value: unknown): boolean {
  return !/\\ud[89a-f]/.test(JSON.stringify(value));
}
