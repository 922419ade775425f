import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nanosBetween } from '../../src/run/nanos-between.ts';

describe('nanoseconds between two moments', () => {
  it('are exact, whatever their digits, and never negative', () => {
    const moment = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const distance = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(moment, distance, (start, by) => {
        const end = start + by < 0n ? 0n : start + by;
        expect(nanosBetween(String(start), String(end))).toBe(String(end > start ? end - start : 0n));
      }),
      { seed: 20261130, numRuns: 2_000 },
    );
  });

  it.each([
    ['0', '0', '0'],
    ['0', '1700000000000000000', '1700000000000000000'],
    ['999999999999999', '1000000000000000', '1'],
    ['1700000000999999999', '1700000001000000000', '1'],
    ['1699999999999999999', '1700000000000000000', '1'],
    ['1700000000000000001', '1700000000000000000', '0'],
  ])('from %s to %s are %s', (start, end, nanoseconds) => {
    expect(nanosBetween(start, end)).toBe(nanoseconds);
  });
});
