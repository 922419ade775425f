/**
 * Paired, interleaved measurement: the machine's speed drifts, so A and B take turns in short slices and the
 * ratio is taken pair by pair. Quotes medians with the spread of the pairs.
 */

/** @returns {number} nanoseconds per operation of one slice */
function slice(operation, count) {
  const start = process.hrtime.bigint();
  operation(count);
  return Number(process.hrtime.bigint() - start) / count;
}

function quantile(sorted, q) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/** Median, 10th and 90th percentile. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) };
}

/**
 * @param {(count: number) => void} a
 * @param {(count: number) => void} b
 * @param {{ count: number, pairs: number }} options operations per slice, slices of each
 */
export function paired(a, b, { count, pairs }) {
  for (let warm = 0; warm < 3; warm += 1) {
    a(count);
    b(count);
  }
  const as = [];
  const bs = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const aFirst = pair % 2 === 0;
    if (aFirst) as.push(slice(a, count));
    bs.push(slice(b, count));
    if (!aFirst) as.push(slice(a, count));
  }
  return {
    a: spread(as),
    b: spread(bs),
    difference: spread(as.map((value, index) => value - bs[index])),
    ratio: spread(as.map((value, index) => value / bs[index])),
  };
}

export const microseconds = (nanoseconds) => `${(nanoseconds / 1000).toFixed(3)} µs`;

/** One line of the report; `over` (a number above 0) says that the budget was not kept. */
export function row(what, budget, measured, over = 0) {
  console.log(`${what.padEnd(54)} ${measured.padEnd(40)} budget ${budget}${over > 0 ? '  OVER' : ''}`);
}

export const within = ({ median, low, high }, format) =>
  `${format(median)} (${format(low)} to ${format(high)})`;
