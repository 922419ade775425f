/** When runs close, and how many are kept. Times are milliseconds. */
export interface AggregatorLimits {
  /** From the last sign of a run whose roots have ended until it closes. */
  readonly grace: number;
  /** From the last sign of a run until it closes anyway. */
  readonly idle: number;
  /** From the first sign of a run until it closes anyway. */
  readonly maxAge: number;
  /** Runs that are open at once; of more, the one that was idle for longest is emitted and forgotten. */
  readonly maxOpenRuns: number;
  /** How long the evidence of a closed run is kept, so that a late span amends it. */
  readonly retainClosed: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const DEFAULT_LIMITS: AggregatorLimits = {
  grace: 5 * SECOND,
  idle: 10 * MINUTE,
  maxAge: 24 * 60 * MINUTE,
  maxOpenRuns: 10_000,
  retainClosed: 5 * MINUTE,
};

/** Bytes that the facts of all runs may take, open and closed: about 20,000 calls, or 250,000 other spans. */
export const MAX_BYTES = 250_000_000;

/**
 * Traces whose evidence was given away and forgotten that are still known by id. Measured: 250 bytes of heap each where the
 * trace is a run; 2 kB where its run has the longest of names and its calls are of sixteen emitters.
 */
export const MAX_TOMBSTONES = 100_000;
