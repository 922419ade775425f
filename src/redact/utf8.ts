/** What is stored of one string at most, in UTF-8 bytes (docs/record.md). */
export const STORED_BYTES = 256;

/** Whether the UTF-8 form is longer than `limit` bytes. Reads no more than `limit` characters. */
export function exceedsUtf8(text: string, limit: number): boolean {
  return text.length * 3 > limit && utf8Prefix(text, limit) < text.length;
}

/**
 * Length in code units of the longest prefix, cut at a code point, whose UTF-8 form fits in `limit` bytes. A
 * lone surrogate counts as U+FFFD, three bytes.
 */
export function utf8Prefix(text: string, limit: number): number {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > limit) return at;
    at += point < 0x10000 ? 1 : 2;
  }
  return at;
}
