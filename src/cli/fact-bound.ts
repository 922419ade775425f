import type { SpanFact } from '../run/span-fact.ts';

/** Of the heap; the rest is for what is being read and for the collector of garbage. */
const SHARE = 0.75;

/**
 * Bytes of heap, measured and rounded up, with what the documents take when all runs are written together. A call
 * counts with what it takes while its run is being assessed (8 times its record, and more that does not depend on
 * it): one run may be all there is.
 */
const COST = { run: 2_000, span: 1_000, checkpoint: 6_000, call: 4_000, recordCharacter: 8 };

/**
 * How many facts fit into the heap, by the mean size of those that have come. The same input on a heap of the same
 * size has the same bound.
 */
export class FactBound {
  readonly #budget: number;
  #facts = 0;
  #bytes = 0;

  /** @param heapLimit bytes that the heap may grow to. */
  constructor(heapLimit: number) {
    this.#budget = heapLimit * SHARE;
  }

  add({ calls = [], checkpoints = [] }: SpanFact): void {
    this.#facts += 1;
    this.#bytes += COST.span + checkpoints.length * COST.checkpoint;
    for (const { record } of calls) this.#bytes += COST.call + record.length * COST.recordCharacter;
  }

  /** Facts that fit beside so many runs. */
  maxFacts(runs: number): number {
    const left = this.#budget - runs * COST.run;
    return Math.max(1, Math.floor((left * this.#facts) / Math.max(1, this.#bytes)));
  }
}
