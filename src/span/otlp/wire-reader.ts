import { WireText } from './wire-text.ts';

/** Why bytes are no protobuf message: they end too early, or no encoder writes them. */
export type WireFault = 'truncated' | 'invalid_protobuf';

/** Ends the reading of a whole message. No `Error`, as {@link OtlpError} is none: nobody looks at its stack. */
export class BrokenWire {
  readonly code: WireFault;

  constructor(code: WireFault) {
    this.code = code;
  }
}

const TRUNCATED = new BrokenWire('truncated');
const INVALID = new BrokenWire('invalid_protobuf');

/** Wire types, the low three bits of a tag. */
export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
const START_GROUP = 3;
const END_GROUP = 4;
export const FIXED32 = 5;

/** How deep groups may nest, which OTLP has none of; as deep as protobuf's own parsers go. */
const MAX_GROUPS = 100;

/**
 * The protobuf wire format, read from front to back. Every length is held to the end of the message that it stands
 * in, and every read to the end of the bytes, so whatever the bytes are, reading ends and nothing is read twice.
 * Source: protobuf.dev, "Encoding".
 *
 * @throws {BrokenWire} from every method that reads.
 */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #text: WireText;
  readonly #length: number;
  /** Index of the next byte. */
  at = 0;
  /** High 32 bits of the 64-bit number that was read last. */
  high = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    // A `Buffer` copies nothing where it says `slice`.
    this.#bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.#text = new WireText(this.#bytes);
    this.#length = byteLength;
  }

  /** Bytes there are. */
  get length(): number {
    return this.#length;
  }

  /** Field number and wire type: `number << 3 | type`. */
  tag(): number {
    const byte = this.#bytes[this.at];
    if (byte !== undefined && byte < 0x80 && byte > 7) {
      this.at += 1;
      return byte;
    }
    const tag = this.varint();
    if (this.high !== 0 || tag < 8) throw INVALID;
    return tag;
  }

  /** Whether this tag of one byte stands here; passes it. */
  passes(tag: number): boolean {
    if (this.#bytes[this.at] !== tag) return false;
    this.at += 1;
    return true;
  }

  /** The end of the field whose length stands here, which may reach no further than `end`, its message's. */
  fieldEnd(end: number): number {
    const length = this.varint();
    const fieldEnd = this.at + length;
    if (this.high !== 0 || fieldEnd > end) throw INVALID;
    return fieldEnd;
  }

  /** The low 32 bits; `high` holds the others. */
  varint(): number {
    const bytes = this.#bytes;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.at];
      if (byte === undefined) throw TRUNCATED;
      this.at += 1;
      const seven = byte & 0x7f;
      if (shift < 28) low |= seven << shift;
      else if (shift === 28) {
        low |= seven << 28;
        high = seven >> 4;
      } else high |= seven << (shift - 32);
      if (byte < 0x80) {
        this.high = high >>> 0;
        return low >>> 0;
      }
    }
    throw INVALID;
  }

  fixed32(): number {
    this.#expect(4);
    const value = this.#view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }

  /** The low 32 bits; `high` holds the others. */
  fixed64(): number {
    this.#expect(8);
    const value = this.#view.getUint32(this.at, true);
    this.high = this.#view.getUint32(this.at + 4, true);
    this.at += 8;
    return value;
  }

  double(): number {
    this.#expect(8);
    const value = this.#view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  /** What is no UTF-8 becomes U+FFFD. */
  text(end: number): string {
    const from = this.#toEnd(end);
    return this.#text.read(from, end);
  }

  /** The text of an attribute's key, which comes again and again. */
  key(end: number): string {
    const from = this.#toEnd(end);
    return this.#text.key(from, end);
  }

  /** Passes bytes that are not read. */
  passTo(end: number): void {
    this.#toEnd(end);
  }

  /** Lower-case hex. */
  hex(end: number): string {
    const from = this.#toEnd(end);
    return this.#text.hex(from, end);
  }

  /** A copy, so that what is kept of a message does not keep all of it. */
  bytes(end: number): Uint8Array {
    const from = this.#toEnd(end);
    return this.#bytes.slice(from, end);
  }

  /** Passes over the value of a field that is not read. */
  skip(tag: number, end: number): void {
    const groups: number[] = [];
    for (let inner = tag; ; inner = this.tag()) {
      const type = inner & 7;
      if (type === VARINT) this.varint();
      else if (type === FIXED64) this.fixed64();
      else if (type === BYTES) this.at = this.fieldEnd(end);
      else if (type === FIXED32) this.fixed32();
      else if (type === START_GROUP) groups.push(inner >>> 3);
      else if (type !== END_GROUP || groups.pop() !== inner >>> 3) throw INVALID;
      if (groups.length === 0) break;
      if (groups.length > MAX_GROUPS) throw INVALID;
    }
    if (this.at > end) throw INVALID;
  }

  /** To be asked at the end of a message: a scalar may have gone beyond it. */
  expectEnd(end: number): void {
    if (this.at > this.#length) throw TRUNCATED;
    if (this.at !== end) throw INVALID;
  }

  #expect(count: number): void {
    if (this.at + count > this.#length) throw TRUNCATED;
  }

  /** Moves to `end`; gives where it was. */
  #toEnd(end: number): number {
    if (end > this.#length) throw TRUNCATED;
    const from = this.at;
    this.at = end;
    return from;
  }
}
