// Whether what was sampled stays flat. The slope is the median of the slopes between all pairs of samples (Theil-Sen),
// which a single odd sample does not move.

/** The median slope of `[x, y]` points. */
function slopeOf(points) {
  const slopes = [];
  for (const [at, [x, y]] of points.entries())
    for (const [laterX, laterY] of points.slice(at + 1))
      if (laterX !== x) slopes.push((laterY - y) / (laterX - x));
  return median(slopes);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The medians of the first and of the last third. */
function endsOf(values) {
  const third = Math.max(1, Math.floor(values.length / 3));
  return [median(values.slice(0, third)), median(values.slice(-third))];
}

/** Fewer say nothing. */
const LEAST_SAMPLES = 6;

/** Bytes by which two full collections of the same program differ: what the compiler keeps comes and goes. */
const UNSTEADY = 1_000_000;

/**
 * Two findings: the heap may grow by so many bytes per unit of work, by its slope and from the first third to the last
 * (what begins to grow late does not move the slope), and no more is open at the end than at the beginning. Neither
 * holds where too little was sampled, or nothing was done meanwhile.
 *
 * @param {readonly { done: number, heap: number, handles: Record<string, number>, descriptors: number }[]} samples in order
 * @param {{ unit: string, bytesPerUnit: number, handlesMore: number }} allowed
 */
export function flatness(samples, { unit, bytesPerUnit, handlesMore }) {
  const work = (samples.at(-1)?.done ?? 0) - (samples[0]?.done ?? 0);
  const isEnough = samples.length >= LEAST_SAMPLES && work > 0;
  const slope = slopeOf(samples.map(({ done, heap }) => [done, heap]));
  const heaps = samples.map(({ heap }) => heap);
  const [heapFirst, heapLast] = endsOf(heaps);
  const mayGrow = Math.max(bytesPerUnit * work, UNSTEADY);
  const [first, last] = endsOf(
    samples.map(
      ({ handles, descriptors }) =>
        Object.values(handles).reduce((sum, count) => sum + count, 0) + descriptors,
    ),
  );
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const seen = `${samples.length} samples over ${work} ${unit}s`;
  return [
    {
      what: `heap, bytes per ${unit}`,
      holds: isEnough && slope * work <= mayGrow && heapLast - heapFirst <= mayGrow,
      said: `${slope.toFixed(2)} (at most ${bytesPerUnit}); ${seen}, ${megabytes(Math.min(...heaps))} to ${megabytes(Math.max(...heaps))} MB, ${megabytes(heapFirst)} at first, ${megabytes(heapLast)} at last`,
    },
    {
      what: 'handles and descriptors',
      holds: isEnough && last <= first + handlesMore,
      said: `${first} at first, ${last} at last (at most ${handlesMore} more)`,
    },
  ];
}
