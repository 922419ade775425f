import { quoted } from '../words/quote.ts';
import { spelledOut } from '../words/terminal-text.ts';

/**
 * Text from outside as a code span: nothing in it is a link, a mention, an element or an emphasis. What could end
 * the span or the cell of a table is spelled out, since no escape of it holds in both.
 */
export function codeSpan(text: string): string {
  return `\`${quoted(text).replace(/[`|]/g, spelledOut)}\``;
}
