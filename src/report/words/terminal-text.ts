/**
 * Controls, bidirectional and zero-width characters, line separators, lone surrogates; and `##`, since `##[command]`
 * anywhere in a line of a log is a command to some CI systems.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#)/gu;

/** Text from outside on one line of a terminal or a log: whatever could move, hide or reorder text is spelled out. */
export function visible(text: string): string {
  return text.replace(UNSAFE, spelledOut);
}

/** `\u{7f}`. */
export function spelledOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The same for a JSON text, as JSON escapes: it parses to the same value, though it is not canonical. */
export function visibleJson(json: string): string {
  return json.replace(UNSAFE, jsonEscape);
}

function jsonEscape(character: string): string {
  const first = `\\u${hex4(character.charCodeAt(0))}`;
  return character.length === 1 ? first : `${first}\\u${hex4(character.charCodeAt(1))}`;
}

function hex4(code: number): string {
  return code.toString(16).padStart(4, '0');
}
