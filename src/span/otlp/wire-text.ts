/** Slots of the table below. */
const SLOTS = 1024;
/** Longest key that is kept, in bytes. */
const LONGEST = 64;

/** A key that was seen before, and its bytes. */
interface Known {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Keys seen before, never values: each is spelt anew in every span, and to decode it costs more than to compare it. */
const KNOWN: (Known | undefined)[] = new Array(SLOTS).fill(undefined);

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A mark at the begin of a text is part of it. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The texts in a message's bytes. */
export class WireText {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(from: number, end: number): string {
    return from === end ? '' : UTF8.decode(this.#bytes.subarray(from, end));
  }

  /** The same text, for keys; where it was seen before, the very string of that time. */
  key(from: number, end: number): string {
    const length = end - from;
    if (length === 0 || length > LONGEST) return this.read(from, end);
    const slot = this.#slot(from, length);
    const known = KNOWN[slot];
    if (known !== undefined && this.#equals(known.bytes, from, length)) return known.text;
    const text = this.read(from, end);
    KNOWN[slot] = { bytes: this.#bytes.slice(from, end), text };
    return text;
  }

  hex(from: number, end: number): string {
    let text = '';
    for (let at = from; at < end; at += 1) text += HEX[this.#bytes[at] ?? 0];
    return text;
  }

  #slot(from: number, length: number): number {
    const bytes = this.#bytes;
    const last = bytes[from + length - 1] ?? 0;
    const middle = bytes[from + (length >> 1)] ?? 0;
    const early = bytes[from + (length >> 2)] ?? 0;
    return (length * 37 + last * 11 + middle * 3 + early * 7) % SLOTS;
  }

  #equals(known: Uint8Array, from: number, length: number): boolean {
    if (known.length !== length) return false;
    const bytes = this.#bytes;
    for (let at = 0; at < length; at += 1) if (known[at] !== bytes[from + at]) return false;
    return true;
  }
}
