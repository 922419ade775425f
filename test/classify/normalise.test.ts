import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank, normaliseIdentifier } from '../../src/classify/normalise.ts';

const FIXTURE = new URL('../../fixtures/record/target-hash.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as {
  readonly vectors: readonly { readonly name: string; readonly value: string; readonly normalised: string }[];
};

describe('normaliseIdentifier', () => {
  it.each(vectors)('$name', ({ value, normalised }) => {
    expect(normaliseIdentifier(value)).toBe(normalised);
  });

  it('trims exactly the code points of White_Space', () => {
    const wrong: number[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const isTrimmed = normaliseIdentifier(`${character}a${character}`) === 'a';
      if (isTrimmed !== /^\p{White_Space}$/u.test(character)) wrong.push(point);
      if (isTrimmed !== isBlank(character)) wrong.push(point);
    }
    expect(wrong).toEqual([]);
  });

  it('leaves nothing of a blank value, and something of any other', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', '\t', '\u0085', '\u3000', '\ufeff', 'A', '\ud800') });
    fc.assert(fc.property(text, (value) => isBlank(value) === (normaliseIdentifier(value) === '')));
  });
});
