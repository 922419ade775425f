import { type Html, html } from './safe-html.ts';

/** A part of the report with a heading of its own and a place in the contents. */
export interface Section {
  /** Of the element; a word of ours. */
  readonly id: string;
  readonly title: string;
  /** Beside the title in the contents, where there is something to count. */
  readonly count?: number | undefined;
  readonly content: Html;
}

export function sectionHtml({ id, title, content }: Section): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}</section>

`;
}

/** A sentence where a list would be. */
export function none(words: string): Html {
  return html`<p>${words}</p>\n`;
}
