/**
 * The time in an input, in Unix milliseconds: the latest end of a span so far. So an old file is read as it would
 * have been live. It never goes back, and no span can set it beyond the clock on the wall.
 */
export class InputClock {
  readonly #wallClock: () => number;
  #now = 0;

  constructor(wallClock: () => number) {
    this.#wallClock = wallClock;
  }

  get now(): number {
    return this.#now;
  }

  /** The time once a span that ended at this moment (Unix nanoseconds, decimal) has come. */
  after(endTimeUnixNano: string): number {
    const ended = Number(endTimeUnixNano) / 1e6;
    if (ended > this.#now) this.#now = Math.max(this.#now, Math.min(ended, this.#wallClock()));
    return this.#now;
  }
}
