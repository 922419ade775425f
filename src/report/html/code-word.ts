import { type Html, html } from './safe-html.ts';

/** A word of ours as code, such as `inconclusive_tool_target.declared`: a narrow column breaks it between its parts. */
export function codeWord(word: string): Html {
  const parts = word.split(/(?<=[._])/);
  return html`<code>${parts.map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`))}</code>`;
}
