import { describe, expect, it } from 'vitest';
import { placeOf } from '../../src/report/place.ts';

const NEAREST = { action: 'a', index: 2, entry: null, key: 'provider', case_differs: false };

describe('the place of a finding', () => {
  it.each([
    ['declared.yaml', 'declared.yaml'],
    ['./a/../b//c.yaml', 'b/c.yaml'],
    ['a\\b\\c.yaml', 'a/b/c.yaml'],
    ['/etc/declared.yaml', 'declared.yaml'],
    ['C:\\work\\declared.yaml', 'declared.yaml'],
    ['../declared.yaml', 'declared.yaml'],
    ['a/../../b/declared.yaml', 'declared.yaml'],
    ['..', 'declared-surface'],
    ['', 'declared-surface'],
    ['-', '-'],
  ])('for the file %j is below the root: %s', (file, expected) => {
    expect(placeOf({ file, lineOf: () => 7 }, NEAREST)).toEqual({ file: expected, line: 7 });
  });

  it.each([undefined, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is the first line where the line of the nearest action is %s',
    (line) => {
      expect(placeOf({ file: 'a', lineOf: () => line }, NEAREST).line).toBe(1);
    },
  );

  it('asks for the nearest action by its index', () => {
    const declared = { file: 'a', lineOf: (index: number) => index * 100 };
    expect(placeOf(declared, NEAREST).line).toBe(200);
    expect(placeOf(declared, null).line).toBe(1);
  });
});
