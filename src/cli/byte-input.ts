/** Bytes in the order they come, taken in any number. */
export class ByteInput {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next 1 to `length` bytes; none at the end. */
  async some(length: number): Promise<Buffer> {
    while (this.#at === this.#bytes.length) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#bytes = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      this.#at = 0;
    }
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += taken.length;
    return taken;
  }

  /** The next `length` bytes; fewer only at the end. Room is taken as they come, whatever `length` says. */
  async upTo(length: number): Promise<Buffer> {
    const first = await this.some(length);
    if (first.length === length || first.length === 0) return first;
    const taken = [first];
    for (let left = length - first.length; left > 0; ) {
      const next = await this.some(left);
      if (next.length === 0) break;
      left -= next.length;
      taken.push(next);
    }
    return Buffer.concat(taken);
  }

  /** What has come, and no fewer than `length` bytes; fewer only at the end. */
  async atLeast(length: number): Promise<Buffer> {
    let taken = await this.some(PIECE);
    while (taken.length > 0 && taken.length < length) {
      const next = await this.some(PIECE);
      if (next.length === 0) break;
      taken = Buffer.concat([taken, next]);
    }
    return taken;
  }

  /** The last `length` bytes of what `some` took last are the next again. */
  giveBack(length: number): void {
    this.#at -= length;
  }

  /** These bytes, and then all that has not been taken yet. */
  async *after(head: Uint8Array): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    for (let next = await this.some(PIECE); next.length > 0; next = await this.some(PIECE)) yield next;
  }
}

/** What is passed on at once: as much as is read of a file. */
const PIECE = 1024 * 1024;
