import { ByteInput } from './byte-input.ts';
import { BrokenGzip, gunzipped } from './gunzip.ts';
import { InputError } from './input-error.ts';
import { BrokenZstd, HAS_ZSTD, isZstd, unzstd } from './unzstd.ts';

/**
 * Bytes without their compression, gzip or Zstandard, which is recognised by its content.
 *
 * @throws {InputError} after what could be unpacked.
 */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteInput(bytes);
  const head = await input.atLeast(HEAD);
  const whole = input.after(head);
  if (isGzip(head)) yield* inWords(gunzipped(whole));
  else if (isZstd(head)) yield* unpackedZstd(whole);
  else yield* whole;
}

/** Bytes of Zstandard. @throws {InputError} */
export async function* unpackedZstd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!HAS_ZSTD) throw new InputError('no_zstd', NO_ZSTD);
  yield* inWords(unzstd(bytes));
}

const NO_ZSTD =
  'Expected data that this Node can unpack, got Zstandard; use Node 22.15 or later, or take `compression` from the exporter';

const HEAD = 4;

/** RFC 1952, section 2.3.1. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** With what breaks it told in our words. */
async function* inWords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof BrokenGzip) throw new InputError('broken_gzip', broken('gzip'));
    if (error instanceof BrokenZstd) throw new InputError('broken_zstd', broken('Zstandard'));
    throw error;
  }
}

const broken = (name: string) =>
  `Expected whole ${name} data, got data that is cut or damaged; fetch the file again`;
