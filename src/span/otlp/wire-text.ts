/** Slots of the table below. */
const SLOTS = 1024;
/** Longest key that is kept, in bytes. */
const LONGEST = 64;

/** A key that was seen before, and its bytes. */
interface Known {
  readonly bytes: DataView;
  readonly text: string;
}

/** Keys seen before, never values: each is spelt anew in every span, and to decode it costs more than to compare it. */
const KNOWN: (Known | undefined)[] = new Array(SLOTS).fill(undefined);

/** What `Buffer` has and its types leave out: a part of it as text, without a view of it in between. */
interface Slices {
  latin1Slice(from: number, end: number): string;
  utf8Slice(from: number, end: number): string;
  hexSlice(from: number, end: number): string;
}

/** The texts in a message's bytes. A text holds nothing else of them. */
export class WireText {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #slices: Slices;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#slices = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as unknown as Slices;
  }

  /** What is no UTF-8 becomes U+FFFD. */
  read(from: number, end: number): string {
    return this.#isAscii(from, end) ? this.ascii(from, end) : this.#slices.utf8Slice(from, end);
  }

  /** The same, where it is known to be ASCII. */
  ascii(from: number, end: number): string {
    return this.#slices.latin1Slice(from, end);
  }

  /** The same text, for keys; where it was seen before, the very string of that time. */
  key(from: number, end: number): string {
    const length = end - from;
    if (length === 0 || length > LONGEST) return this.read(from, end);
    const slot = this.#slot(from, length);
    const known = KNOWN[slot];
    if (known !== undefined && this.#equals(known.bytes, from, length)) return known.text;
    const text = this.read(from, end);
    KNOWN[slot] = { bytes: new DataView(this.#bytes.slice(from, end).buffer), text };
    return text;
  }

  hex(from: number, end: number): string {
    return this.#slices.hexSlice(from, end);
  }

  #isAscii(from: number, end: number): boolean {
    const view = this.#view;
    let at = from;
    let bits = 0;
    for (; at + 4 <= end; at += 4) bits |= view.getInt32(at);
    bits &= 0x80808080;
    for (; at < end; at += 1) bits |= view.getUint8(at) & 0x80;
    return bits === 0;
  }

  #slot(from: number, length: number): number {
    const bytes = this.#bytes;
    const last = bytes[from + length - 1] ?? 0;
    const middle = bytes[from + (length >> 1)] ?? 0;
    const early = bytes[from + (length >> 2)] ?? 0;
    return (length * 37 + last * 11 + middle * 3 + early * 7) % SLOTS;
  }

  #equals(known: DataView, from: number, length: number): boolean {
    if (known.byteLength !== length) return false;
    const view = this.#view;
    let at = 0;
    for (; at + 4 <= length; at += 4) if (known.getUint32(at) !== view.getUint32(from + at)) return false;
    for (; at < length; at += 1) if (known.getUint8(at) !== view.getUint8(from + at)) return false;
    return true;
  }
}
