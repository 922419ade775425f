import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { ByteInput } from './byte-input.ts';

/** Says that gzip data is cut or damaged; thrown after all that could be inflated. */
export class BrokenGzip extends Error {}

const PIECE = 16 * 1024;

/**
 * The text of gzip data (RFC 1952), all members one after the other, zeros after the last passed over. Member by
 * member by hand: `createGunzip` discards what it holds when something else follows a member, and the text before
 * that, or before a cut, is evidence. Compressed input goes in by 16 KiB, which cannot grow to more than 17 MB.
 *
 * @throws {BrokenGzip} after what could be inflated.
 */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteInput(chunks);
  let first = await byteOf(input);
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

/** The next byte. @throws {BrokenGzip} at the end. */
async function byteOf(input: ByteInput): Promise<number> {
  const [byte] = await bytesOf(input, 1);
  return byte ?? 0;
}

async function bytesOf(input: ByteInput, length: number): Promise<Buffer> {
  const bytes = await input.upTo(length);
  if (bytes.length < length) throw new BrokenGzip();
  return bytes;
}

/** RFC 1952, section 2.3: flags for a header check, extra field, name and comment. */
async function passHeader(first: number, input: ByteInput): Promise<void> {
  const [second, method, flags = 0] = await bytesOf(input, 9);
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new BrokenGzip();
  if (flags & 4) {
    const [low = 0, high = 0] = await bytesOf(input, 2);
    await bytesOf(input, low + 256 * high);
  }
  for (const text of [8, 16]) if (flags & text) while ((await byteOf(input)) !== 0);
  if (flags & 2) await bytesOf(input, 2);
}

/** The data of one member; its check sum and length are what the eight bytes after it say. */
async function* inflated(input: ByteInput): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  try {
    yield* checked(input, inflate);
  } finally {
    inflate.destroy();
  }
}

async function* checked(input: ByteInput, inflate: InflateRaw): AsyncGenerator<Uint8Array> {
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
  const trailer = await bytesOf(input, 8);
  if (trailer.readUInt32LE(0) !== sum || trailer.readUInt32LE(4) !== length) throw new BrokenGzip();
}
