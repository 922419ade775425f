/**
 * The form in which identifiers are compared and hashed (docs/record.md): lone surrogates as U+FFFD,
 * Unicode `White_Space` trimmed from both ends, lower-cased by the Unicode default mapping (no locale), no NFC.
 * Unlike `String.prototype.trim`, U+0085 is trimmed and U+FEFF is not. Total and linear.
 */
export function normaliseIdentifier(value: string): string {
  const text = value.toWellFormed();
  let from = 0;
  let to = text.length;
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to).toLowerCase();
}

/** Whether a value is empty after normalisation, which counts as missing. */
export function isBlank(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    if (!isWhiteSpace(value.charCodeAt(at))) return false;
  }
  return true;
}

/** Unicode property `White_Space`, all of it in the BMP (PropList.txt, Unicode 16). */
function isWhiteSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
