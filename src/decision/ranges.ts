/** Inclusive ranges of call numbers. They come from outside too: nothing here counts a range out. */
export type Range = readonly [number, number];

/** Sorted inclusive ranges of a set of call numbers. */
export function ranges(numbers: Iterable<number>): Range[] {
  return united([...numbers].map((number): Range => [number, number]));
}

/** The same numbers in sorted ranges that lie apart. */
export function united(all: readonly Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...all].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** What of 1 to `last` is in none of `covered`. */
export function uncovered(covered: readonly Range[], last: number): Range[] {
  const result: Range[] = [];
  let next = 1;
  for (const [from, to] of united(covered)) {
    if (from > last) break;
    if (from > next) result.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) result.push([next, last]);
  return result;
}

/** How many numbers sorted ranges that lie apart hold. */
export function sizeOf(all: readonly Range[]): number {
  return all.reduce((size, [from, to]) => size + to - from + 1, 0);
}
