/** Runs that are closed, or forgotten, before others have their turn. */
const MOST_RUNS = 100;

/** Bytes of their evidence, by the cost of facts: what a close takes grows with it. About 200 calls. */
const MOST_BYTES = 2_000_000;

/** Runs that are looked at, due or not. */
const MOST_LOOKS = 10_000;

/**
 * How much is done at once. Counted, not timed, so that what is done does not depend on how fast the machine is. Whatever
 * was begun is done whole: one run that is larger than a portion is one portion.
 */
export class Portion {
  #runs: number;
  #bytes = MOST_BYTES;
  #looks = MOST_LOOKS;

  constructor(runs = MOST_RUNS) {
    this.#runs = runs;
  }

  get isUsedUp(): boolean {
    return this.#runs <= 0 || this.#bytes <= 0 || this.#looks <= 0;
  }

  /** A run was looked at. */
  look(): void {
    this.#looks -= 1;
  }

  /** A run with evidence of so many bytes is closed, or forgotten. */
  take(bytes: number): void {
    this.#runs -= 1;
    this.#bytes -= bytes;
  }
}
