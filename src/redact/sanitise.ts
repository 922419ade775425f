const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * A text that is safe to store: every control character (Unicode `Cc`) except tab, newline and carriage return,
 * and every lone surrogate, becomes U+FFFD. Idempotent, linear; what is *rendered* needs more. Source:
 * docs/record.md.
 */
export function sanitise(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (mayChange(text.charCodeAt(at))) return text.toWellFormed().replace(CONTROL, '\ufffd');
  }
  return text;
}

/** Control characters and surrogates, paired or not. */
function mayChange(code: number): boolean {
  if (code < 0x7f) return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return code <= 0x9f || (code >= 0xd800 && code <= 0xdfff);
}
