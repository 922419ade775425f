import type { Fragment } from '../run/mark.ts';

/** What is kept of a trace whose evidence was emitted and forgotten. */
export interface Tombstone {
  readonly run: string;
  readonly trace: string;
  readonly part: string;
  /** Of the last emission; 0 where there was nothing to show, and what comes later still is a fragment. */
  readonly revision: number;
  readonly numbers: Fragment['numbers'];
  /** When it was forgotten, in the aggregator's milliseconds. */
  readonly at: number;
}

/**
 * Traces that were emitted and forgotten, so that what comes later is known to be a fragment. Bounded: of too many the
 * oldest are forgotten for good, and from then on only evidence that began after them is sure to be new.
 */
export class Tombstones {
  readonly #capacity: number;
  readonly #traces = new Map<string, Tombstone>();
  /** The last part of each run that is wider than a trace. */
  readonly #runs = new Map<string, Tombstone>();
  #horizon: number | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Evidence that began no later than this may belong to a trace that was forgotten for good. */
  get horizon(): number | undefined {
    return this.#horizon;
  }

  add(tombstone: Tombstone): void {
    const { trace } = tombstone;
    this.#traces.delete(trace);
    this.#traces.set(trace, tombstone);
    if (tombstone.run !== trace) this.addRun(tombstone);
    const [oldest] = this.#traces;
    if (this.#traces.size <= this.#capacity || oldest === undefined) return;
    this.#traces.delete(oldest[0]);
    this.#horizon = oldest[1].at;
  }

  /** The last part of a run that was emitted and forgotten. */
  ofRun(run: string): Tombstone | undefined {
    return this.#runs.get(run) ?? this.#traces.get(run);
  }

  /** The tombstone of a trace, which is taken off: its evidence is open again. */
  take(trace: string): Tombstone | undefined {
    const tombstone = this.#traces.get(trace);
    if (tombstone !== undefined) this.#traces.delete(trace);
    return tombstone;
  }

  /** Remembers a run alone, of which no trace is left. */
  addRun(tombstone: Tombstone): void {
    this.#runs.delete(tombstone.run);
    this.#runs.set(tombstone.run, tombstone);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > this.#capacity && oldest !== undefined) this.#runs.delete(oldest);
  }
}

/** The later of two parts of one run. */
export function later(a: Tombstone | undefined, b: Tombstone | undefined): Tombstone | undefined {
  return a !== undefined && (b === undefined || a.revision >= b.revision) ? a : b;
}
