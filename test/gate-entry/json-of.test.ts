import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../src/gate-entry/json-of.ts';

class Getter {
  get owner(): string {
    return 'acme';
  }
}
const itself: Record<string, unknown> = {};
itself.inner = itself;

describe('a document as JSON', () => {
  it.each<[title: string, document: unknown]>([
    ['objects and lists', { a: [1, 'x', null, true, { b: {} }] }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['an object of another realm', runInNewContext('({ a: [1] })')],
    ['a key called __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
  ])('is %s', (_title, document) => {
    expect(JSON.parse(jsonOf(document, 'it'))).toEqual(document);
  });

  it.each<[title: string, value: unknown, said: string]>([
    ['undefined', undefined, 'got undefined'],
    ['a function', () => 1, 'got a function'],
    ['a symbol', Symbol('planted'), 'got a symbol'],
    ['a bigint', 1n, 'got a bigint'],
    ['no number', Number.NaN, 'got a number'],
    ['a map', new Map([['owner', 'planted']]), 'no plain one'],
    ['a set', new Set(['planted']), 'no plain one'],
    ['a day', new Date(0), 'no plain one'],
    ['an object with getters on its class', new Getter(), 'no plain one'],
    ['an object that inherits', Object.create({ owner: 'planted' }), 'no plain one'],
    ['an object that writes itself', { toJSON: () => ({}) }, 'no plain one'],
  ])('is refused where it holds %s', (_title, value, said) => {
    const document = { allowed_targets: [{ owner: value }] };
    expect(() => jsonOf(document, 'declared')).toThrow(TypeError);
    expect(() => jsonOf(document, 'declared')).toThrow(`\`declared.allowed_targets[0].owner\``);
    expect(() => jsonOf(document, 'declared')).toThrow(said);
    expect(() => jsonOf(document, 'declared')).not.toThrow('planted');
  });

  it('is refused where it holds itself', () => {
    expect(() => jsonOf(itself, 'declared')).toThrow('`declared.inner` to be no part of itself');
  });
});
