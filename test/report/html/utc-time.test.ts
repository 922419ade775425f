import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, utcTime } from '../../../src/report/html/utc-time.ts';

describe('utcTime', () => {
  it.each([
    ['the epoch', '0', '1970-01-01T00:00:00.000Z'],
    ['a leap day', '951827696789000000', '2000-02-29T12:34:56.789Z'],
    ['no leap day in 2100', '4107542400000000000', '2100-03-01T00:00:00.000Z'],
    ['the last millisecond of a day', '86399999999999', '1970-01-01T23:59:59.999Z'],
    ['the greatest fixed64', '18446744073709551615', '2554-07-21T23:34:33.709Z'],
  ])('%s', (_title, nanoseconds, time) => {
    expect(utcTime(nanoseconds)).toBe(time);
  });

  it('agrees with the calendar of the language, in every year that 20 digits can name', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n - 1n), (nanoseconds) => {
        const expected = new Date(Number(nanoseconds / 1_000_000n)).toISOString();
        expect(utcTime(String(nanoseconds))).toBe(expected);
      }),
      { seed: 1, numRuns: 5000 },
    );
  });

  it.each(['', '-1', '1.5', '0x1', '1e9', ' 1', '1'.repeat(21)])('is none for %j', (text) => {
    expect(utcTime(text)).toBeUndefined();
    expect(duration(text)).toBeUndefined();
  });
});

describe('duration', () => {
  it.each([
    ['0', '0 ms'],
    ['42100000', '42.1 ms'],
    ['1234', '0.00123 ms'],
    ['1250000000', '1.25 s'],
    ['125000000000', '2 min 5 s'],
    ['93780000000000', '26 h 3 min'],
  ])('%s ns', (nanoseconds, words) => {
    expect(duration(nanoseconds)).toBe(words);
  });
});
