import type { FollowedRun } from './followed-run.ts';

/**
 * The open runs, one after the other, over many calls: as many as were open when it began. Whatever comes meanwhile, or is
 * touched and so stands last, is for the next.
 */
export class Pass {
  readonly #runs: Iterator<FollowedRun>;
  #left: number;

  constructor(open: ReadonlyMap<string, FollowedRun>) {
    this.#runs = open.values();
    this.#left = open.size;
  }

  /** `undefined` at the end. */
  next(): FollowedRun | undefined {
    if (this.#left <= 0) return undefined;
    this.#left -= 1;
    const next = this.#runs.next();
    return next.done === true ? undefined : next.value;
  }
}
