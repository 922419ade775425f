import { amount } from './amount.ts';
import { type LongName, whole } from './names.ts';
import type { Page } from './page.ts';
import { type Html, html } from './safe-html.ts';
import type { Section } from './section.ts';

/** The whole of every name that is cut above; none where none is. Ask for it last: other sections fill it. */
export function longNamesSection({ names, leftOut }: Page): Section | undefined {
  const { long } = names;
  if (long.length === 0) return undefined;
  const dropped = long.filter(({ isKept }) => !isKept).length;
  const rest = dropped === 0 ? undefined : leftOut.note(dropped, 'long names');
  return {
    id: 'long-names',
    title: 'Long names',
    count: long.length,
    content: html`<p>The whole of each name that is cut above. On paper they stay folded.</p>
${long.map(longName)}${rest}`,
  };
}

function longName({ id, text, isKept }: LongName, at: number): Html {
  const title = html`Name ${at + 1}, ${amount(text.length, 'character')}`;
  if (!isKept) return html`<p id="${id}">${title}: left out.</p>\n`;
  return html`<details class="long" id="${id}"><summary>${title}</summary>
<p>${whole(text)}</p></details>
`;
}
