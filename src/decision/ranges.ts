/** Sorted inclusive ranges of a set of call numbers. */
export function ranges(numbers: Iterable<number>): [number, number][] {
  const result: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && number <= last[1] + 1) last[1] = number;
    else result.push([number, number]);
  }
  return result;
}
