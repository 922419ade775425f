import type { ChangedManifest } from '../../gate/surface-diff.ts';
import { runName } from './call-cells.ts';
import type { Page } from './page.ts';
import { html, joined } from './safe-html.ts';
import type { Section } from './section.ts';
import { table } from './table.ts';

const MOST_ROWS = 500;
const MOST_RUNS = 20;

/** Servers that listed more than one manifest; nothing is said where none did. */
export function manifestsSection(page: Page): Section | undefined {
  const { manifests = [] } = page.report.diff;
  if (manifests.length === 0) return undefined;
  const { shown, rest } = page.leftOut.bound(manifests.flatMap(digestsOf), MOST_ROWS, 'manifests');
  const rows = shown.map(({ server, digest, runs }) => {
    const few = page.leftOut.bound(runs, MOST_RUNS, 'runs of manifests');
    const names = few.shown.map((run) => runName(page, run));
    return [page.names.show(server), page.names.show(digest), html`${joined(names, html`, `)}${few.rest}`];
  });
  const caption = 'Servers of which more than one manifest was listed; that is no finding';
  return {
    id: 'manifests',
    title: 'Manifests that changed',
    count: manifests.length,
    content: html`${table({ kind: 'manifests', caption, columns: ['Server', 'Manifest', 'Runs'], rows })}${rest}`,
  };
}

function digestsOf({ server, digests }: ChangedManifest) {
  return digests.map((one) => ({ server, ...one }));
}
