import { randomHex16 } from './clock.ts';

/** Names the epochs of one emitter, each when it is first mentioned: most traces of a host never are. */
export class EpochNames {
  #given = 0;

  /** How many have a name, and 64 random bits. */
  next(): string {
    this.#given += 1;
    return `${this.#given}-${randomHex16()}`;
  }
}
