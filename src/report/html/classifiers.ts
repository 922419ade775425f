import { runName } from './call-cells.ts';
import type { Page } from './page.ts';
import { type Html, html, joined } from './safe-html.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

const MOST_ROWS = 500;
const MOST_VERSIONS = 20;

/** Runs that were classified by other rules than those loaded; nothing is said where none was. */
export function classifiersSection(page: Page): Section | undefined {
  const { classifiers } = page.report.diff;
  if (classifiers === undefined) return undefined;
  const { loaded, runs } = classifiers;
  const { shown, rest } = page.leftOut.bound(runs, MOST_ROWS, 'runs of other classifiers');
  const rows = shown.map(({ run_id, classifier_version }) => [
    runName(page, run_id),
    versionsHtml(page, classifier_version),
  ]);
  const caption = 'Runs that were classified by other rules than those loaded here; that is no finding';
  return {
    id: 'classifiers',
    title: 'Classified by other rules',
    count: runs.length,
    content: html`<p>Loaded here: ${versionsHtml(page, loaded)}</p>
${table({ kind: 'classifiers', caption, columns: ['Run', 'Classified by'], rows })}${rest}`,
  };
}

function versionsHtml({ names, leftOut }: Page, versions: readonly string[]): Html {
  const { shown, rest } = leftOut.bound(versions, MOST_VERSIONS, 'versions of classifiers');
  return html`${joined(
    shown.map((version) => names.show(version)),
    html`, `,
  )}${rest}`;
}
