import { describe, expect, it } from 'vitest';
import { isRuledOutStart, RULED_OUT_ATTRIBUTES } from '../../src/emitter/ruled-out.ts';

const INTERNAL = 0;

describe('isRuledOutStart', () => {
  it.each(RULED_OUT_ATTRIBUTES)('%s rules a span out', (key) => {
    expect(isRuledOutStart(INTERNAL, { [key]: 'x' })).toBe(true);
  });

  it('asks for the published attributes and for no other', () => {
    const asked: unknown[] = [];
    const none = new Proxy<Record<string, unknown>>({}, { get: (_, key) => void asked.push(key) });
    expect(isRuledOutStart(INTERNAL, none)).toBe(false);
    expect(asked).toEqual(RULED_OUT_ATTRIBUTES);
  });

  it.each([
    ['unspecified', 0, false],
    ['server', 1, false],
    ['client', 2, false],
    ['producer', 3, true],
    ['consumer', 4, true],
  ])('kind %s', (_name, kind, expected) => {
    expect(isRuledOutStart(kind, { 'app.step': 'x' })).toBe(expected);
  });
});
