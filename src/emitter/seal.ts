import { type DigestStream, digestStream } from '../redact/sha256.ts';

/** Records that ended before one with a smaller number did, kept at once: the price of a checkpoint. */
const MAX_WAITING = 4_096;

/**
 * The seal of an epoch's records: the digest over their digests in sequence order, each followed by a newline.
 * Hashed as far as the numbers are complete, so that a checkpoint costs what is still out of order and no more.
 */
export class Seal {
  readonly #stream: DigestStream = digestStream();
  /** Digests by number beyond the first that is missing; `undefined` for a number that stands for nothing. */
  readonly #waiting = new Map<number, string | undefined>();
  #next = 1;

  /** False where too many records wait for an earlier one: this seal can no longer be made. */
  add(sequence: number, digest: string): boolean {
    if (this.#waiting.size >= MAX_WAITING) return false;
    this.#waiting.set(sequence, digest);
    this.#advance();
    return true;
  }

  /** The number will never have a record. */
  skip(sequence: number): void {
    if (this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.set(sequence, undefined);
    this.#advance();
  }

  /** `sha256:` and the seal of the records so far; of no records, the digest of the empty string. */
  toString(): string {
    const rest = [...this.#waiting].sort(([a], [b]) => a - b).map(([, digest]) => line(digest));
    return `sha256:${this.#stream.hexWith(rest.join(''))}`;
  }

  #advance(): void {
    for (; this.#waiting.has(this.#next); this.#next += 1) {
      this.#stream.update(line(this.#waiting.get(this.#next)));
      this.#waiting.delete(this.#next);
    }
  }
}

function line(digest: string | undefined): string {
  return digest === undefined ? '' : `${digest}\n`;
}
