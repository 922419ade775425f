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

/** Bytes by which two full collections of the same program differ: what the compiler keeps comes and goes. */
const UNSTEADY = 1_000_000;

/**
 * Two findings: the heap may grow by so many bytes per unit of work, and no more is open at the end than at the
 * beginning, by the medians of the first and the last third.
 */
export function flatness(samples, { unit, bytesPerUnit, handlesMore }) {
  const slope = slopeOf(samples.map(({ done, heap }) => [done, heap]));
  const work = (samples.at(-1)?.done ?? 0) - (samples[0]?.done ?? 0);
  const third = Math.max(1, Math.floor(samples.length / 3));
  const handles = ({ handles: kinds, descriptors }) =>
    Object.values(kinds).reduce((sum, count) => sum + count, 0) + descriptors;
  const first = median(samples.slice(0, third).map(handles));
  const last = median(samples.slice(-third).map(handles));
  const heaps = samples.map(({ heap }) => heap / 1e6);
  return [
    {
      what: `heap, bytes per ${unit}`,
      holds: samples.length >= 6 && slope * work <= Math.max(bytesPerUnit * work, UNSTEADY),
      said: `${slope.toFixed(2)} (at most ${bytesPerUnit}); ${samples.length} samples over ${work} ${unit}s, ${Math.min(...heaps).toFixed(1)} to ${Math.max(...heaps).toFixed(1)} MB`,
    },
    {
      what: 'handles and descriptors',
      holds: last <= first + handlesMore,
      said: `${first} at first, ${last} at last (at most ${handlesMore} more)`,
    },
  ];
}
