import { z } from 'zod';
import { expect, type Refinement } from './refinement.ts';
import { ordinal } from './shapes.ts';

/** Inclusive range of call numbers. */
export const range = z.tuple([ordinal, ordinal], { error: 'a range [from, to]' });

/** Ranges are sorted and apart, and end at `numbered` where that is known. Says nothing of what is no range. */
export function rangeRules(
  path: readonly (string | number)[],
  ranges: unknown,
  context: Refinement,
  numbered?: unknown,
): void {
  if (!Array.isArray(ranges)) return;
  let previous = 0;
  ranges.forEach((entry, index) => {
    const parsed = range.safeParse(entry);
    if (!parsed.success) return;
    const [first, last] = parsed.data;
    const isInOrder = first > previous && first <= last;
    expect(context, isInOrder, [...path, index], 'a range in order, after the one before it');
    const isNumbered = typeof numbered !== 'number' || last <= numbered;
    expect(context, isNumbered, [...path, index], 'a range of numbers up to `numbered`');
    previous = last;
  });
}

/** How many numbers sorted ranges hold; `undefined` where one is no range. */
export function sizeOf(ranges: readonly unknown[]): number | undefined {
  const parsed = z.array(range).safeParse(ranges);
  return parsed.success ? parsed.data.reduce((size, [first, last]) => size + last - first + 1, 0) : undefined;
}
