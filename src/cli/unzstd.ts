import * as zlib from 'node:zlib';
import { ByteInput } from './byte-input.ts';

/** Says that Zstandard data is cut or damaged; thrown after all that could be unpacked. */
export class BrokenZstd extends Error {}

/** What of a stream of `node:zlib` is used; the types of Node 20 know none for Zstandard. */
interface Unpacker {
  readonly bytesWritten: number;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'error' | 'end', listener: () => void): unknown;
  write(piece: Uint8Array, done: () => void): unknown;
  end(): unknown;
  destroy(): unknown;
}

const create = (zlib as { readonly createZstdDecompress?: () => Unpacker }).createZstdDecompress;

/** Whether this Node can: from 22.15 on. */
export const HAS_ZSTD: boolean = create !== undefined;

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** Whether data begins like a frame (RFC 8878, section 3.1.1). */
export function isZstd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(MAGIC_BYTES);
}

const MAGIC_BYTES = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

/**
 * What Zstandard data holds, all frames one after the other. Frame by frame by hand: what Node unpacks ends with the
 * first frame, and it takes a cut one for whole; the exporter of the Collector writes a frame for each flush. Ask
 * {@link HAS_ZSTD} before.
 *
 * @throws {BrokenZstd} after what could be unpacked.
 */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteInput(chunks);
  for (;;) {
    const magic = await input.upTo(4);
    if (magic.length === 0) return;
    if (magic.length < 4) throw new BrokenZstd();
    const kind = magic.readUInt32LE(0);
    if (kind === MAGIC) yield* frame(input, magic);
    else if ((kind & 0xfffffff0) >>> 0 === SKIPPABLE) await passOver(input);
    else throw new BrokenZstd();
  }
}

async function passOver(input: ByteInput): Promise<void> {
  let left = (await exactly(input, 4)).readUInt32LE(0);
  while (left > 0) {
    const piece = await input.some(left);
    if (piece.length === 0) throw new BrokenZstd();
    left -= piece.length;
  }
}

async function* frame(input: ByteInput, magic: Buffer): AsyncGenerator<Uint8Array> {
  if (create === undefined) throw new BrokenZstd();
  const unpacker = create();
  try {
    yield* unpacked(partsOf(input, magic), unpacker);
  } finally {
    unpacker.destroy();
  }
}

/** The bytes of one frame, block by block: how long a block is stands before it. RFC 8878, sections 3.1.1.1 and 3.1.1.2. */
async function* partsOf(input: ByteInput, magic: Buffer): AsyncGenerator<Uint8Array> {
  const [descriptor = 0] = await exactly(input, 1);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const fields = await exactly(input, (isSingleSegment ? 0 : 1) + dictionary + size);
  yield Buffer.concat([magic, Buffer.of(descriptor), fields]);
  for (let isLast = false; !isLast; ) {
    const header = await exactly(input, 3);
    const block = header.readUIntLE(0, 3);
    const type = (block >> 1) & 3;
    if (type === RESERVED) throw new BrokenZstd();
    isLast = (block & 1) === 1;
    yield Buffer.concat([header, await exactly(input, type === RUN_LENGTH ? 1 : block >> 3)]);
  }
  const hasChecksum = (descriptor & 4) !== 0;
  if (hasChecksum) yield exactly(input, 4);
}

const RUN_LENGTH = 1;
const RESERVED = 3;

async function exactly(input: ByteInput, length: number): Promise<Buffer> {
  const bytes = await input.upTo(length);
  if (bytes.length < length) throw new BrokenZstd();
  return bytes;
}

async function* unpacked(parts: AsyncIterable<Uint8Array>, unpacker: Unpacker): AsyncGenerator<Uint8Array> {
  const output: Buffer[] = [];
  let isBroken = false;
  let goOn: () => void = () => {};
  const turn = (begin: (done: () => void) => unknown) =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      begin(resolve);
    });
  unpacker.on('data', (chunk) => output.push(chunk));
  unpacker.on('error', () => {
    isBroken = true;
    // After an error the callback of the write never comes.
    goOn();
  });
  for await (const part of parts) {
    await turn((done) => unpacker.write(part, done));
    yield* output.splice(0);
    if (isBroken) throw new BrokenZstd();
  }
  await turn((done) => {
    unpacker.on('end', done);
    unpacker.end();
  });
  yield* output.splice(0);
  if (isBroken) throw new BrokenZstd();
}
