/**
 * Paired, interleaved measurement: the machine's speed drifts, so A and B take turns in short slices and the
 * ratio is taken pair by pair. Quotes medians with the spread of the pairs.
 */

import { appendFileSync } from 'node:fs';

/** Where `bench/run.mjs` has what is printed kept as data, a JSON object a line. */
const KEPT = process.env.ASSAY_BENCH_ROWS;

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

/**
 * The same for many: each round asks every one of them once, each time another first. By CPU time of the process, which
 * others on the machine disturb less; it needs slices of a millisecond or more.
 *
 * @param {readonly ((count: number) => unknown)[]} operations the first is what the others are held against
 * @param {{ count: number, rounds: number }} options
 * @returns by operation, what a single one takes and what it adds to the first, in nanoseconds, and the ratio to it
 */
export async function rotated(operations, { count, rounds }) {
  const taken = operations.map(() => []);
  for (let round = -2; round < rounds; round += 1) {
    for (let turn = 0; turn < operations.length; turn += 1) {
      const at = (Math.max(0, round) + turn) % operations.length;
      const start = process.cpuUsage();
      await operations[at](count);
      const { user, system } = process.cpuUsage(start);
      // The first rounds are for the compiler.
      if (round >= 0) taken[at].push(((user + system) * 1_000) / count);
    }
  }
  const [floor] = taken;
  return taken.map((values) => ({
    taken: spread(values),
    difference: spread(values.map((value, index) => value - floor[index])),
    ratio: spread(values.map((value, index) => value / floor[index])),
  }));
}

export const microseconds = (nanoseconds) => `${(nanoseconds / 1000).toFixed(3)} µs`;

export const times = (n) => `${n.toFixed(2)} ×`;

/** A heading of the report, with what has to be known to read the rows below it. */
export function section(title, ...notes) {
  console.log(`\n${title}`);
  for (const note of notes) console.log(`  ${note}`);
  keep({ title, notes });
}

/** One line of the report; `over` (above 0, or no number) says that the budget was not kept. */
export function row(what, budget, measured, over = 0) {
  const isOver = !(over <= 0);
  console.log(`${what.padEnd(58)} ${measured.padEnd(40)} budget ${budget}${isOver ? '  OVER' : ''}`);
  keep({ what, budget, measured, isOver });
}

/** A sentence below the rows. */
export function remark(text) {
  console.log(text);
  keep({ remark: text });
}

function keep(entry) {
  if (KEPT !== undefined) appendFileSync(KEPT, `${JSON.stringify(entry)}\n`);
}

export const within = ({ median, low, high }, format) =>
  `${format(median)} (${format(low)} to ${format(high)})`;
