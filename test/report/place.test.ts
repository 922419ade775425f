import { describe, expect, it } from 'vitest';
import { placeOf } from '../../src/report/place.ts';

const FAILURE = { key: 'provider', case_differs: false };
const NEAREST = { action: 'a', index: 2, entry: null, ...FAILURE, failed: [FAILURE], class_declared: false };
const NEAR = { nearest: NEAREST, declared: null };

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
    expect(placeOf({ file, lineOf: () => 7 }, NEAR)).toEqual({ file: expected, line: 7 });
  });

  it.each([undefined, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is the first line where the line of the nearest action is %s',
    (line) => {
      expect(placeOf({ file: 'a', lineOf: () => line }, NEAR).line).toBe(1);
    },
  );

  it('asks for the nearest action by its index', () => {
    const declared = { file: 'a', lineOf: (index: number) => index * 100 };
    expect(placeOf(declared, NEAR).line).toBe(200);
    expect(placeOf(declared, { nearest: null, declared: null }).line).toBe(1);
  });

  it('asks for the action that speaks of the call, where one does', () => {
    const declared = { file: 'a', lineOf: (index: number) => index * 100 };
    expect(placeOf(declared, { nearest: null, declared: { id: 'b', index: 3 } }).line).toBe(300);
  });
});
