import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranges, sizeOf, uncovered, united } from '../../src/decision/ranges.ts';

const numbers = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
const listed = (all: readonly (readonly [number, number])[]) =>
  all.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));

describe('ranges', () => {
  it('hold the same numbers, in order and apart', () => {
    fc.assert(
      fc.property(numbers, (some) => {
        const made = ranges(some);
        expect(listed(made)).toEqual([...new Set(some)].sort((a, b) => a - b));
        expect(sizeOf(made)).toBe(new Set(some).size);
        for (const [at, [from]] of made.entries())
          expect(from).toBeGreaterThan((made[at - 1]?.[1] ?? -1) + 1);
        expect(united([...made, ...made])).toEqual(made);
      }),
    );
  });

  it('and what they leave uncovered make the whole', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 40 }), (some, last) => {
        const missing = Array.from({ length: last }, (_, at) => at + 1).filter(
          (number) => !some.includes(number),
        );
        expect(listed(uncovered(ranges(some), last))).toEqual(missing);
      }),
    );
  });

  it('of a billion numbers cost no more than of one', () => {
    expect(uncovered([[1, 1e15]], 1e15)).toEqual([]);
    expect(uncovered([[2, 1e15]], 2e15)).toEqual([
      [1, 1],
      [1e15 + 1, 2e15],
    ]);
  });
});
