import { runName } from './call-cells.ts';
import type { Page } from './page.ts';
import { type Html, html } from './safe-html.ts';
import type { Section } from './section.ts';
import { type Row, table } from './table.ts';

const MOST_RUNS = 1000;

/** Digests of everything that was read, so that a reader can tell which documents a report speaks of. */
export function inputsSection(page: Page): Section {
  const { report, leftOut, names } = page;
  const { inputs, runs } = report.diff;
  const { shown, rest } = leftOut.bound(runs, MOST_RUNS, 'digests of runs');
  const digest = (text: string | null): Html =>
    text === null ? html`<span class="none">none</span>` : names.show(text);
  const rows: readonly Row[] = [
    [html`Declared surface ${names.show(report.declared.file)}`, digest(inputs.declared)],
    [html`Baseline`, digest(inputs.baseline)],
    ...shown.flatMap(({ run_id, surface_digest, health_digest }) => [
      [html`Surface of run ${runName(page, run_id)}`, digest(surface_digest)],
      [html`Health of run ${runName(page, run_id)}`, digest(health_digest)],
    ]),
  ];
  const caption = 'Digest of each document, over its canonical JSON (RFC 8785)';
  return {
    id: 'inputs',
    title: 'Inputs',
    content: html`${table({ kind: 'inputs', caption, columns: ['Document', 'Digest'], rows })}${rest}`,
  };
}
