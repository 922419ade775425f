/** Bytes of the first block, and of the largest. */
const LEAST_BLOCK = 1024;
const LARGEST_BLOCK = 1024 * 1024;

/**
 * A body as it comes, copied together: a chunk of one byte that was kept as it is would hold some hundred. Blocks grow
 * with the body, so that of what they hold at most twice is taken, and {@link LEAST_BLOCK}.
 */
export class BodyBytes {
  readonly #full: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  #used = 0;
  #size = 0;
  #capacity = 0;

  get size(): number {
    return this.#size;
  }

  /** Bytes of all blocks. */
  get capacity(): number {
    return this.#capacity;
  }

  add(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.length) {
      if (this.#used === this.#block.length) this.#grow();
      const part = chunk.subarray(from, from + this.#block.length - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.length;
      this.#size += part.length;
      from += part.length;
    }
  }

  /** All that was added. */
  whole(): Uint8Array {
    const last = this.#block.subarray(0, this.#used);
    return this.#full.length === 0 ? last : Buffer.concat([...this.#full, last], this.#size);
  }

  #grow(): void {
    if (this.#used > 0) this.#full.push(this.#block);
    this.#block = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#size, LEAST_BLOCK), LARGEST_BLOCK));
    this.#used = 0;
    this.#capacity += this.#block.length;
  }
}
