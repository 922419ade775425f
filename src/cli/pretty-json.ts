import { visibleJson } from '../report/words/terminal-text.ts';

/** JSON as people are given it to edit, one member a line, with an escape for whatever does not show. */
export function prettyJson(document: unknown): string {
  const lines = JSON.stringify(document, null, 2).split('\n');
  return `${lines.map(visibleJson).join('\n')}\n`;
}
