/**
 * Patterns for the canonical JSON of known members, so that a text can be judged without being parsed. What they match
 * is canonical: members in order, no white space, only strings and numbers that have one spelling.
 */

/** A string of printable ASCII that JSON need not escape; without braces, so that an object ends at the next one. */
export const TEXT = '"[ !#-\\[\\]-z|~]+"';
export const TEXT_OR_EMPTY = '"[ !#-\\[\\]-z|~]*"';
export const COUNT = '(?:0|[1-9]\\d{0,14})';
export const FLAG = '(?:true|false)';
export const DIGEST = '"sha256:[0-9a-f]{64}"';
export const SPAN_ID = '"[0-9a-f]{16}"';
export const EMPTY_LIST = '\\[\\]';

/** Patterns by member. */
export type Members = Readonly<Record<string, string>>;

/** Exactly this string. */
export function word(text: string): string {
  return `"${text.replace(/[^\w:]/g, '\\$&')}"`;
}

export function oneOf(...patterns: readonly string[]): string {
  return `(?:${patterns.join('|')})`;
}

export function orNull(pattern: string): string {
  return oneOf('null', pattern);
}

export function list(pattern: string): string {
  return `\\[(?:${pattern}(?:,${pattern})*)?\\]`;
}

/** An object of these members, of which at least one is not optional. */
export function object(members: Members, optional: Members = {}): string {
  let text = '';
  let separator = '';
  for (const key of Object.keys({ ...members, ...optional }).sort()) {
    const pattern = members[key];
    if (pattern === undefined) {
      const member = `${word(key)}:${optional[key]}`;
      text += separator === '' ? `(?:${member},)?` : `(?:,${member})?`;
    } else {
      text += `${separator}${word(key)}:${pattern}`;
      separator = ',';
    }
  }
  return `\\{${text}\\}`;
}
