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

  /** So many milliseconds went by in which no span came. */
  passes(milliseconds: number): void {
    if (this.#now > 0) this.#now = Math.max(this.#now, Math.min(this.#now + milliseconds, this.#wallClock()));
  }

  /** A span has come that ended at this moment (Unix nanoseconds, decimal). */
  sees(endTimeUnixNano: string): void {
    const ended = Number(endTimeUnixNano) / 1e6;
    if (ended > this.#now) this.#now = Math.max(this.#now, Math.min(ended, this.#wallClock()));
  }
}
