import { LEAST_ENCODED } from './encoded-text.ts';
import type { SecretShape } from './secret-shape.ts';

/**
 * One pass over a text that says which of the slower searches could find anything in it. Nearly every label holds none
 * of the literals that stand in every secret, and is done after this.
 */

/** A literal stands where a shape could have it. */
export const SHAPED = 1;
/** The name of a secret stands in it, and something that could give it a value. */
export const NAMED = 2;
/** Something in it can be read otherwise: no plain ASCII, or an escape. */
export const ESCAPED = 4;
/** A run in it is long enough to be base64 of a secret. */
export const ENCODED = 8;

/** What single characters say: a base64 character, and one that stands between a name and its value. */
const BASE64 = 16;
const BETWEEN = 32;
/** Base64 of printable text has capitals in it; the hexadecimal digits of a hash or an id have none. */
const CAPITAL = 64;

/** Fifteen bits, five per character: a window holds nothing of what stands more than three characters back. */
const WINDOW_MASK = 0x7fff;

/** A literal, folded as the text is, and what it says where it stands. */
interface Literal {
  readonly codes: readonly number[];
  readonly flag: number;
  readonly isAtEdge: boolean;
}

export interface Filter {
  /** One bit per window, 4 kB. */
  readonly bits: Uint32Array;
  readonly literals: ReadonlyMap<number, readonly Literal[]>;
}

/** What of a text could matter, as a sum of the flags above; 0 where nothing can. */
export function outlineOf(text: string, { bits, literals }: Filter): number {
  let flags = 0;
  let window = 0;
  let run = 0;
  let kinds = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    window = slide(window, code);
    if (((bits[window >>> 5] ?? 0) >>> (window & 31)) & 1)
      flags |= found(literals.get(window) ?? [], text, at - 2);
    const kind = code < 0x80 ? (CHARACTERS[code] ?? ESCAPED) : ESCAPED;
    flags |= kind;
    if ((kind & BASE64) === 0) {
      run = 0;
      kinds = 0;
    } else {
      run += 1;
      kinds |= kind;
      if (run >= LEAST_ENCODED && (kinds & CAPITAL) !== 0) flags |= ENCODED;
    }
  }
  const isNamed = (flags & NAMED) !== 0 && (flags & BETWEEN) !== 0;
  return (flags & (SHAPED | ESCAPED | ENCODED)) | (isNamed ? NAMED : 0);
}

/** What the literals say that stand at `start` as a whole. */
function found(literals: readonly Literal[], text: string, start: number): number {
  let flags = 0;
  for (const { codes, flag, isAtEdge } of literals) {
    if (isAtEdge && isWord(text.charCodeAt(start - 1))) continue;
    if (standsAt(codes, text, start)) flags |= flag;
  }
  return flags;
}

/** The first three are known by their window, or nearly. */
function standsAt(codes: readonly number[], text: string, start: number): boolean {
  for (let at = codes.length - 1; at >= 0; at -= 1) {
    if (folded(text.charCodeAt(start + at)) !== codes[at]) return false;
  }
  return true;
}

export function filterOf(shapes: readonly SecretShape[]): Filter {
  const bits = new Uint32Array((WINDOW_MASK + 1) / 32);
  const literals = new Map<number, Literal[]>();
  for (const { literals: texts, isAtEdge, anyCase } of shapes) {
    for (const text of texts) {
      const codes = Array.from(text, (character) => folded(character.charCodeAt(0)));
      const window = codes.slice(0, 3).reduce(slide, 0);
      bits[window >>> 5] = (bits[window >>> 5] ?? 0) | (1 << (window & 31));
      const literal = { codes, flag: anyCase ? NAMED : SHAPED, isAtEdge };
      literals.set(window, [...(literals.get(window) ?? []), literal]);
    }
  }
  return { bits, literals };
}

/** Letters of either case are one. */
function folded(code: number): number {
  return code | 0x20;
}

function slide(window: number, code: number): number {
  return ((window << 5) ^ folded(code)) & WINDOW_MASK;
}

/** An ASCII letter or digit; `NaN`, which stands before a text, is none. */
function isWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}

const CHARACTERS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code >= 0x41 && code <= 0x5a) return BASE64 | CAPITAL;
  if (isWord(code) || character === '+' || character === '/') return BASE64;
  const isEscape = code < 0x20 || code === 0x7f || character === '%' || character === '\\';
  return (isEscape ? ESCAPED : 0) | (' \t"\',:;&?='.includes(character) ? BETWEEN : 0);
});
