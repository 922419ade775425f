/** Four bytes of a text at once, as one number. */

/** One bit of each byte of four, and a byte repeated. */
export const HIGH = 0x80808080;
const ONES = 0x01010101;
const SPACES = 0x20202020;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** The high bit of each of four bytes that ends a run; of bytes above those it may be set too. */
export function stopsIn(four: number): number {
  const quote = four ^ QUOTES;
  const backslash = four ^ BACKSLASHES;
  // A byte that is zero, or less than a space, borrows from its high bit.
  return ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((four - SPACES) & ~four);
}
