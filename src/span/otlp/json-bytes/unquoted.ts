import { HIGH, stopsIn } from './four-bytes.ts';
import { BACKSLASH, QUOTE } from './punctuation.ts';

/** Longer strings are left to `JSON.parse`. */
const SIZE = 8 * 1024;
const MOST = SIZE - 4;

/** Where strings are put together of which quotes and backslashes are escaped and nothing else: JSON within JSON. */
export class Unquoted {
  readonly #buffer = Buffer.alloc(SIZE) as Buffer & { latin1Slice(from: number, end: number): string };
  readonly #view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, SIZE);
  /** The string that was taken last. */
  text = '';
  /** After its closing quote. */
  end = 0;

  /**
   * Takes a string that begins at `from`, after its quote, and is ASCII without an escape up to `plainEnd`. Whether it is
   * such a string as these.
   */
  take(bytes: Uint8Array, view: DataView, from: number, plainEnd: number): boolean {
    const last = bytes.length - 4;
    let length = plainEnd - from;
    if (length > MOST) return false;
    this.#buffer.set(bytes.subarray(from, plainEnd));
    let at = plainEnd;
    while (length <= MOST) {
      for (; at <= last && length <= MOST; at += 4, length += 4) {
        const four = view.getInt32(at, true);
        if (((stopsIn(four) | four) & HIGH) !== 0) break;
        this.#view.setInt32(length, four, true);
      }
      let byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        this.end = at + 1;
        this.text = this.#buffer.latin1Slice(0, length);
        return true;
      }
      if (byte === BACKSLASH) {
        at += 1;
        byte = bytes[at] ?? 0;
        if (byte !== QUOTE && byte !== BACKSLASH) return false;
      } else if (byte < 0x20 || byte >= 0x80) return false;
      this.#buffer[length] = byte;
      length += 1;
      at += 1;
    }
    return false;
  }
}
