import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';

/** Says that gzip data is cut or damaged; thrown after all that could be inflated. */
export class BrokenGzip extends Error {}

const PIECE = 16 * 1024;

/** Compressed bytes in the order they come, taken in any number. */
class Input {
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

  /** The next byte. @throws {BrokenGzip} at the end. */
  async byte(): Promise<number> {
    const [byte] = await this.some(1);
    if (byte === undefined) throw new BrokenGzip();
    return byte;
  }

  async bytes(length: number): Promise<readonly number[]> {
    const taken: number[] = [];
    while (taken.length < length) taken.push(await this.byte());
    return taken;
  }

  /** The last `length` bytes of what was taken last are the next again. */
  giveBack(length: number): void {
    this.#at -= length;
  }
}

/**
 * The text of gzip data (RFC 1952), all members one after the other, zeros after the last passed over. Member by
 * member by hand: `createGunzip` discards what it holds when something else follows a member, and the text before
 * that, or before a cut, is evidence. Compressed input goes in by 16 KiB, which cannot grow to more than 17 MB.
 *
 * @throws {BrokenGzip} after what could be inflated.
 */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new Input(chunks);
  let first = await input.byte();
  for (;;) {
    await passHeader(first, input);
    yield* inflated(input);
    let padding = await input.some(PIECE);
    while (padding.length > 0 && padding.every((byte) => byte === 0)) padding = await input.some(PIECE);
    const start = padding.findIndex((byte) => byte !== 0);
    if (start === -1) return;
    first = padding[start] ?? 0;
    input.giveBack(padding.length - start - 1);
  }
}

/** RFC 1952, section 2.3: flags for a header check, extra field, name and comment. */
async function passHeader(first: number, input: Input): Promise<void> {
  const [second, method, flags = 0] = await input.bytes(9);
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new BrokenGzip();
  if (flags & 4) {
    const [low = 0, high = 0] = await input.bytes(2);
    await input.bytes(low + 256 * high);
  }
  for (const text of [8, 16]) if (flags & text) while ((await input.byte()) !== 0);
  if (flags & 2) await input.bytes(2);
}

/** The data of one member; its check sum and length are what the eight bytes after it say. */
async function* inflated(input: Input): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  try {
    yield* checked(input, inflate);
  } finally {
    inflate.destroy();
  }
}

async function* checked(input: Input, inflate: InflateRaw): AsyncGenerator<Uint8Array> {
  const output: Buffer[] = [];
  let isBroken = false;
  let goOn: () => void = () => {};
  inflate.on('data', (chunk: Buffer) => output.push(chunk));
  inflate.on('error', () => {
    isBroken = true;
    // After an error the callback of the write never comes.
    goOn();
  });
  let sum = 0;
  let length = 0;
  for (let isWhole = false; !isWhole; ) {
    const piece = await input.some(PIECE);
    if (piece.length === 0) throw new BrokenGzip();
    const before = inflate.bytesWritten;
    await new Promise<void>((resolve) => {
      goOn = resolve;
      inflate.write(piece, () => resolve());
    });
    for (const chunk of output.splice(0)) {
      sum = crc32(chunk, sum);
      length = (length + chunk.length) % 2 ** 32;
      yield chunk;
    }
    if (isBroken) throw new BrokenGzip();
    const taken = inflate.bytesWritten - before;
    isWhole = taken < piece.length;
    input.giveBack(piece.length - taken);
  }
  const trailer = Buffer.from(await input.bytes(8));
  if (trailer.readUInt32LE(0) !== sum || trailer.readUInt32LE(4) !== length) throw new BrokenGzip();
}
