import { paragraph } from '../report/words/paragraph.ts';
import { visibleJson } from '../report/words/terminal-text.ts';

/** YAML as people are given it to edit: what comes from outside is quoted unless it is a plain word. */

/** Words that some reader of YAML takes for something else than a string. */
const OTHERS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** A value on its line, a list in brackets. A quoted string is as in JSON, with an escape for whatever does not show. */
export function yamlScalar(value: string | boolean | null | readonly string[]): string {
  if (typeof value === 'object' && value !== null) return `[${value.map(yamlScalar).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[A-Za-z][\w./-]*$/.test(value) && !OTHERS.test(value);
  return isPlain ? value : visibleJson(JSON.stringify(value));
}

/** Lines of at most about 80 columns, each a comment. Text from outside in it must be quoted already. */
export function yamlComment(text: string, indent = 0): string {
  const margin = ' '.repeat(indent);
  return paragraph(text, 0).replace(/^(?=.)/gm, `${margin}# `);
}
