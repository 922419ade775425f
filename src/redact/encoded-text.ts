/** What a reader does not see, in runs: formats, controls, lone surrogates, all that is ignored by default. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;
const NOT_ASCII = /[^\0-\x7f]/gu;
const PERCENT = /%([0-7][0-9A-Fa-f])/g;
// A run of backslashes is read from its first one alone, or a long one would be read once from each.
const BACKSLASH = /(?<!\\)\\+(?:u00([0-7][0-9A-Fa-f])|u\{0{0,4}([0-7][0-9A-Fa-f])\}|x([0-7][0-9A-Fa-f]))/g;

/** Enough for a URL in a query of a URL, or JSON in a string in JSON. */
const ROUNDS = 3;

/**
 * A text as somebody who wants its secret reads it: full-width and other compatibility forms of ASCII as ASCII, percent
 * signs and backslash escapes of ASCII resolved, invisible characters gone. Never longer than the text; linear.
 */
export function decoded(text: string): string {
  let seen = text.replace(INVISIBLE, '').replace(NOT_ASCII, compatible);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = seen;
    if (seen.includes('%')) seen = seen.replace(PERCENT, character);
    if (seen.includes('\\')) seen = seen.replace(BACKSLASH, character);
    if (seen === before) break;
    seen = seen.replace(INVISIBLE, '');
  }
  return seen;
}

/** One code point at a time, since a whole text is folded in quadratic time; only what becomes one of ASCII counts. */
function compatible(point: string): string {
  const folded = point.normalize('NFKC');
  return folded.length === 1 && folded < '\x80' ? folded : point;
}

function character(_whole: string, ...digits: (string | undefined)[]): string {
  const [first, second, third] = digits;
  return String.fromCharCode(Number.parseInt(first ?? second ?? third ?? '0', 16));
}

/** Fewer base64 characters than these hold no secret: 16 bytes. */
export const LEAST_ENCODED = 22;

/** What of a text is base64 of printable ASCII, decoded. Together no longer than the text; linear. */
export function encodedTexts(text: string): string[] {
  const texts: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (sixOf(text.charCodeAt(at)) !== NONE) continue;
    const plain = at - start < LEAST_ENCODED ? '' : printable(text, start, at);
    if (plain !== '') texts.push(plain);
    start = at + 1;
  }
  return texts;
}

const NONE = 64;
const SIXES: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 0x80 }, (_, code) => {
  const six = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(
    String.fromCharCode(code),
  );
  return six < 0 ? NONE : six;
});

function sixOf(code: number): number {
  return SIXES[code] ?? NONE;
}

/** As much of a decoded run as is printable ASCII, from its beginning; nothing where that is too short. */
function printable(text: string, start: number, end: number): string {
  let plain = '';
  let bits = 0;
  let held = 0;
  for (let at = start; at < end; at += 1) {
    bits = ((bits << 6) | sixOf(text.charCodeAt(at))) & 0x3fff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const code = (bits >>> held) & 0xff;
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code > 0x7e) break;
    plain += String.fromCharCode(code);
  }
  return plain.length < (LEAST_ENCODED * 6) / 8 - 1 ? '' : plain;
}
