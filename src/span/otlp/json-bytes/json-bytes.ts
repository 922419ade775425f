import { WireText } from '../wire-text.ts';
import { HIGH, stopsIn } from './four-bytes.ts';
import { BACKSLASH, CLOSE, LIST, LIST_END, OPEN, QUOTE } from './punctuation.ts';
import { Unquoted } from './unquoted.ts';
import type { Word } from './word.ts';

/**
 * Thrown where bytes are not in the form that is read here; whoever asked reads them the exact way. No `Error`: nobody
 * looks at its stack.
 */
export const OTHERWISE: unique symbol = Symbol('otherwise');

const MINUS = 0x2d;
const ZERO = 0x30;
/** Digits of a number that a double holds, whatever they are. */
const MOST_DIGITS = 15;
/** Digits of a time that 64 bits hold, whatever they are. */
const MOST_NANOS = 19;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const tableOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (pattern.test(String.fromCharCode(byte)) ? 1 : 0));

/** What ends a run of plain bytes in a string: its quote, an escape, a control character, and the end of all, read as 0. */
const STOPS = tableOf(/["\\\0-\x1f]/);
const IN_NUMBER = tableOf(/[-+.\deE]/);
const LOWER_HEX = tableOf(/[\da-f]/);
const HEX = tableOf(/[\da-fA-F]/);
const ESCAPED = tableOf(/["\\/bfnrt]/);
const U = 0x75;

const UNQUOTED = new Unquoted();

/**
 * A place in JSON without whitespace, as serialisers write it. Texts are made where they are asked for, and keep nothing
 * else of the bytes. What has been passed is JSON, whether it was looked at or not.
 */
export class JsonBytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #text: WireText;
  at = 0;
  /** Whether the run of bytes that was passed last is ASCII. */
  #isAscii = true;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.#text = new WireText(this.#bytes);
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  /** Whether `word` stands here; passes it. */
  passes({ length, fours, last }: Word): boolean {
    const { at } = this;
    const view = this.#view;
    const end = at + length;
    if (end > this.#bytes.length) return false;
    for (let from = at, index = 0; from + 4 <= end; from += 4, index += 1)
      if (view.getUint32(from, true) !== fours[index]) return false;
    if (view.getUint32(end - 4, true) !== last) return false;
    this.at = end;
    return true;
  }

  pass(word: Word): void {
    if (!this.passes(word)) throw OTHERWISE;
  }

  passesByte(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  passByte(byte: number): void {
    if (!this.passesByte(byte)) throw OTHERWISE;
  }

  /** The same for two bytes. */
  passesBytes(first: number, second: number): boolean {
    if (this.#bytes[this.at] !== first || this.#bytes[this.at + 1] !== second) return false;
    this.at += 2;
    return true;
  }

  passBytes(first: number, second: number): void {
    if (!this.passesBytes(first, second)) throw OTHERWISE;
  }

  /** A string, whose opening quote is behind. */
  string(): string {
    const from = this.at;
    const end = this.#plainEnd(from);
    if (this.#bytes[end] === QUOTE) {
      this.at = end + 1;
      return this.#isAscii ? this.#text.ascii(from, end) : this.#text.read(from, end);
    }
    if (this.#isAscii && UNQUOTED.take(this.#bytes, this.#view, from, end)) {
      this.at = UNQUOTED.end;
      return UNQUOTED.text;
    }
    this.#passFrom(end);
    return JSON.parse(this.#text.read(from - 1, this.at)) as string;
  }

  /** Passes a string, whose opening quote is behind. */
  passString(): void {
    this.#passFrom(this.#plainEnd(this.at));
  }

  /** A string without an escape that comes again and again, whose opening quote is behind. */
  key(): string {
    const from = this.at;
    const end = this.#plainEnd(from);
    if (this.#bytes[end] !== QUOTE) throw OTHERWISE;
    this.at = end + 1;
    return this.#text.key(from, end);
  }

  /** An integer that a double holds, without fraction or exponent. */
  integer(): number {
    const bytes = this.#bytes;
    const isNegative = bytes[this.at] === MINUS;
    const from = isNegative ? this.at + 1 : this.at;
    let value = 0;
    let end = from;
    for (; end - from <= MOST_DIGITS; end += 1) {
      const digit = (bytes[end] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const digits = end - from;
    const isPadded = digits > 1 && bytes[from] === ZERO;
    const isMinusZero = isNegative && value === 0;
    if (digits === 0 || digits > MOST_DIGITS || isPadded || isMinusZero) throw OTHERWISE;
    this.at = end;
    return isNegative ? -value : value;
  }

  number(): number {
    const from = this.at;
    let end = from;
    while (IN_NUMBER[this.#bytes[end] ?? 0] === 1) end += 1;
    const text = this.#text.ascii(from, end);
    if (!NUMBER.test(text)) throw OTHERWISE;
    this.at = end;
    return Number(text);
  }

  /** A string of `length` lower-case hex digits, not all of them zero, whose opening quote is behind. */
  id(length: number): string {
    const bytes = this.#bytes;
    const from = this.at;
    const end = from + length;
    let differs = 0;
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (LOWER_HEX[byte] !== 1) throw OTHERWISE;
      differs |= byte ^ ZERO;
    }
    if (differs === 0 || bytes[end] !== QUOTE) throw OTHERWISE;
    this.at = end + 1;
    return this.#text.ascii(from, end);
  }

  /** Canonical decimal nanoseconds in a string, whose opening quote is behind. */
  nanos(): string {
    const bytes = this.#bytes;
    const from = this.at;
    let end = from;
    let digit = (bytes[end] ?? 0) - ZERO;
    while (digit >= 0 && digit <= 9) {
      end += 1;
      digit = (bytes[end] ?? 0) - ZERO;
    }
    const digits = end - from;
    if (digits === 0 || digits > MOST_NANOS || bytes[from] === ZERO || bytes[end] !== QUOTE) throw OTHERWISE;
    this.at = end + 1;
    return this.#text.ascii(from, end);
  }

  /** What stands from `from` to `end`, as text. */
  text(from: number, end: number): string {
    return this.#text.read(from, end);
  }

  /** Where the object ends that begins here, going by its brackets alone. */
  objectEnd(): number {
    const bytes = this.#bytes;
    const from = this.at;
    let depth = 0;
    do {
      const byte = bytes[this.at];
      this.at += 1;
      if (byte === QUOTE) this.passString();
      else if (byte === OPEN || byte === LIST) depth += 1;
      else if (byte === CLOSE || byte === LIST_END) depth -= 1;
      else if (byte === undefined) throw OTHERWISE;
    } while (depth > 0);
    const end = this.at;
    this.at = from;
    return end;
  }

  /** The end of a run of bytes without a quote, an escape or a control character. */
  #plainEnd(from: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const last = bytes.length - 4;
    let at = from;
    let seen = 0;
    for (; at <= last; at += 4) {
      const four = view.getInt32(at, true);
      if ((stopsIn(four) & HIGH) !== 0) break;
      seen |= four;
    }
    let bits = seen & HIGH;
    let byte = bytes[at] ?? 0;
    while (STOPS[byte] === 0) {
      bits |= byte & 0x80;
      at += 1;
      byte = bytes[at] ?? 0;
    }
    this.#isAscii = bits === 0;
    return at;
  }

  /** Passes the rest of a string, from the end of a run of plain bytes. */
  #passFrom(plainEnd: number): void {
    const bytes = this.#bytes;
    let at = plainEnd;
    let byte = bytes[at] ?? 0;
    while (byte !== QUOTE) {
      if (STOPS[byte] === 0) at += 1;
      else if (byte === BACKSLASH) at = this.#escapeEnd(at + 1);
      else throw OTHERWISE;
      byte = bytes[at] ?? 0;
    }
    this.at = at + 1;
  }

  #escapeEnd(at: number): number {
    const bytes = this.#bytes;
    const byte = bytes[at] ?? 0;
    if (ESCAPED[byte] === 1) return at + 1;
    let isHex = byte === U;
    for (let digit = 1; digit <= 4; digit += 1) isHex &&= HEX[bytes[at + digit] ?? 0] === 1;
    if (!isHex) throw OTHERWISE;
    return at + 5;
  }
}
