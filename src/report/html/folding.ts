import { type Html, html } from './safe-html.ts';

/** Content that a screen folds until a reader opens it; on paper it always shows. */
export function folding(summary: Html, content: Html, isOpen: boolean): Html {
  const inside = html`<summary>${summary}</summary>
${content}</details>
`;
  return isOpen ? html`<details open>${inside}` : html`<details>${inside}`;
}
