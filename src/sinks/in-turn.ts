import { SinkError } from './sink-error.ts';

/** One writing after another, whether or not the caller waits for each; after its end none. */
export class InTurn {
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Settles as `write` does. @throws {SinkError} `closed`. */
  async next(write: () => Promise<void>): Promise<void> {
    if (this.#isClosed) {
      throw new SinkError('closed', 'Expected no emission after the shutdown of the sink, got one');
    }
    const written = this.#last.then(write);
    this.#last = written.catch(() => {});
    await written;
  }

  /** Resolves when all that was begun has settled. */
  settled(): Promise<void> {
    return this.#last;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#last;
  }
}
