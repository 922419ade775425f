import { passing } from '../refusal.ts';

/** Bytes that all requests together may hold. */
export class ByteBudget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  lease(): ByteLease {
    return new ByteLease((bytes) => this.#take(bytes));
  }

  #take(bytes: number): boolean {
    if (bytes > 0 && this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }
}

/** What one request holds of it. */
export class ByteLease {
  readonly #take: (bytes: number) => boolean;
  #held = 0;

  constructor(take: (bytes: number) => boolean) {
    this.#take = take;
  }

  /** @throws {Refusal} where all requests together hold too much. */
  take(bytes: number): void {
    if (!this.#take(bytes))
      throw passing('too_much_held', 'Expected less to be on its way at once; send it again later');
    this.#held += bytes;
  }

  release(): void {
    this.#take(-this.#held);
    this.#held = 0;
  }
}
