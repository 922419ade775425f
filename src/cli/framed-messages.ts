import type { ByteInput } from './byte-input.ts';

/** Longest message: the OTLP specification's recommended limit for a request body. */
export const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;

/** One message of a stream and which it is (from 1). */
export interface FramedMessage {
  readonly message: number;
  /** All of it, or of one that is cut what is there; nothing of one that is too long. */
  readonly bytes: Uint8Array;
  readonly fault?: 'truncated' | 'too_large' | 'zeros' | undefined;
}

/** Messages that each stand after their length, 32 bits big-endian: the file exporter's `format: proto`. */
export async function* framedMessages(input: ByteInput): AsyncGenerator<FramedMessage> {
  let areZeros: boolean = false;
  for (let message = 1; ; message += areZeros ? 0 : 1) {
    const prefix = await input.upTo(4);
    if (prefix.length === 0) return;
    const wereZeros: boolean = areZeros;
    areZeros = prefix.every((byte) => byte === 0) && (prefix.length === 4 || wereZeros);
    if (areZeros) {
      if (!wereZeros) yield { message, bytes: NOTHING, fault: 'zeros' };
      continue;
    }
    if (prefix.length < 4) {
      yield { message, bytes: NOTHING, fault: 'truncated' };
      return;
    }
    const length = prefix.readUInt32BE();
    if (length > MAX_MESSAGE_LENGTH) {
      yield { message, bytes: NOTHING, fault: 'too_large' };
      if (!(await passOver(input, length))) return;
      continue;
    }
    const bytes = await input.upTo(length);
    yield bytes.length < length ? { message, bytes, fault: 'truncated' } : { message, bytes };
  }
}

const NOTHING = new Uint8Array();

async function passOver(input: ByteInput, length: number): Promise<boolean> {
  for (let left = length; left > 0; ) {
    const piece = await input.some(left);
    if (piece.length === 0) return false;
    left -= piece.length;
  }
  return true;
}
