import { spelledOut } from '../words/terminal-text.ts';

/**
 * What does not show, or shows as something else: controls, bidirectional and zero-width characters, line
 * separators, lone surrogates, blanks that are no plain space, and marks on a character that has four already, which
 * could be piled up over the lines around it; and `##`, since a page on stdout is a log to some CI systems.
 */
export const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|\p{M}(?<=\p{M}{5})|#(?=#)/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text as HTML, for an element's content or a quoted attribute. What is {@link HIDDEN} is spelled out, `\u{202e}`, so
 * that none of it stands in a report raw. Total, lone surrogates included.
 */
export function escapeHtml(text: string): string {
  return text.replace(HIDDEN, spelledOut).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
