import { SILENT_CLASSIFIERS, silenceWords } from '../words/silence-words.ts';
import type { Page } from './page.ts';
import { prose, sentence } from './prose.ts';
import { html } from './safe-html.ts';
import type { Section } from './section.ts';

const MOST_ITEMS = 100;

/** Loaded classifier files that know tools of unknown calls; nothing is said where there are none. */
export function silentClassifiersSection(page: Page): Section | undefined {
  const { silent_classifiers: silent = [] } = page.report.diff;
  if (silent.length === 0) return undefined;
  const { shown, rest } = page.leftOut.bound(silent, MOST_ITEMS, 'files that know unknown tools');
  const items = shown.map(
    (one) => html`<li>${prose(page.names, (quote) => silenceWords(one, quote))}</li>\n`,
  );
  return {
    id: 'silent-classifiers',
    title: 'Known to loaded files, not classified',
    count: silent.length,
    content: html`<p>${sentence(SILENT_CLASSIFIERS)}</p>
<ul>
${items}</ul>${rest}`,
  };
}
