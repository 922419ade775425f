import { describe, expect, it } from 'vitest';
import { DEFAULT_ARGUMENT_LIMITS, decodeArguments } from '../../src/dialect/arguments.ts';

/** What an application may hand over: anything. */
const decode = (value: unknown) => decodeArguments({ form: 'json', value }, DEFAULT_ARGUMENT_LIMITS);

class Request {
  readonly owner = 'acme';
  readonly #secret = 1;
  get computed(): number {
    return this.#secret;
  }
  method(): void {}
}

describe('structured values', () => {
  it.each([
    ['a plain object', { owner: 'acme', n: [1, null] }, { owner: 'acme', n: [1, null] }],
    ['an object without prototype', Object.assign(Object.create(null), { owner: 'acme' }), { owner: 'acme' }],
    ['a class instance', new Request(), { owner: 'acme' }],
    ['undefined, functions and symbols', { a: undefined, b: () => 1, c: Symbol('c'), [Symbol('d')]: 1 }, {}],
    ['the same in an array', { a: [undefined, () => 1] }, { a: [null, null] }],
    [
      'big integers and bytes',
      { a: 1n, b: new Uint8Array(8), c: new ArrayBuffer(8) },
      { a: null, b: null, c: null },
    ],
    ['numbers that JSON has not', { a: Number.NaN, b: Number.POSITIVE_INFINITY }, { a: null, b: null }],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['toJSON of the object itself', { toJSON: () => ({ owner: 'acme' }) }, { owner: 'acme' }],
    [
      'a getter',
      Object.defineProperty({}, 'owner', { get: () => 'acme', enumerable: true }),
      { owner: 'acme' },
    ],
    ['a proxy', new Proxy({ owner: 'acme' }, {}), { owner: 'acme' }],
    ['an inherited key', Object.create({ owner: 'acme' }), {}],
    [
      'an object shared by two keys',
      ((shared) => ({ a: shared, b: shared }))({ x: 1 }),
      { a: { x: 1 }, b: { x: 1 } },
    ],
  ])('%s is captured', (_, value, fields) => {
    expect(decode(value)).toEqual({ state: 'captured', fields });
  });

  it.each([
    ['an array', [1]],
    ['a number', 7],
    ['a boolean', true],
    ['a big integer', 7n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['bytes', new Uint8Array(8)],
    ['a buffer', new ArrayBuffer(8)],
    ['a date', new Date(0)],
    ['toJSON that leaves it out', { toJSON: () => undefined }],
    [
      'toJSON that throws',
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ],
    [
      'a getter that throws',
      {
        get owner() {
          throw new Error('no');
        },
      },
    ],
    [
      'a getter that throws, within',
      {
        a: [
          {
            get owner() {
              throw new Error('no');
            },
          },
        ],
      },
    ],
    ['a revoked proxy', revokedProxy()],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ])('%s is unsupported', (_, value) => {
    expect(decode(value)).toEqual({ state: 'unsupported' });
  });

  it('a cycle ends at a limit', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(decode(cycle)).toEqual({ state: 'too_large' });
    const wide: Record<string, unknown> = {};
    wide.a = wide.b = [wide, wide];
    expect(decode(wide)).toEqual({ state: 'too_large' });
    const endless = { toJSON: () => ({ next: endless }) };
    expect(decode(endless)).toEqual({ state: 'too_large' });
  });

  it('is a copy: what changes afterwards is not seen', () => {
    const value = { owner: 'acme', nested: { a: 1 } };
    const decoded = decode(value);
    value.owner = 'other';
    value.nested.a = 2;
    expect(decoded).toEqual({ state: 'captured', fields: { owner: 'acme', nested: { a: 1 } } });
  });
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
