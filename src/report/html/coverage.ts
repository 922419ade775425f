import { coverageWords } from '../words/verdict-words.ts';
import { thousands } from './amount.ts';
import { runName } from './call-cells.ts';
import type { Page } from './page.ts';
import { runCoverageHtml } from './run-coverage.ts';
import { runId } from './run-order.ts';
import { type Html, html } from './safe-html.ts';
import { none, type Section } from './section.ts';
import { type MarkedRow, type Row, table } from './table.ts';

/** How well each run was observed: what is enough, what is missing, and what a claim may be about. */
export function coverageSection(page: Page): Section {
  const content = page.report.diff.runs.length === 0 ? none('No run came in.') : coverageHtml(page);
  return { id: 'coverage', title: 'Coverage', content };
}

function coverageHtml(page: Page): Html {
  const { leftOut, runOrder } = page;
  const { order, mostListed, mostTold } = runOrder;
  const listed = leftOut.bound(order, mostListed, 'runs');
  const told = leftOut.bound(order, mostTold, 'runs in detail', 'Their health documents say it.');
  const rows = listed.shown.map((run) => runRow(page, run));
  const columns = ['Run', 'Calls observed', 'Coverage'];
  return html`${table({ kind: 'runs', caption: 'Runs, the least observed first', columns, rows })}${listed.rest}${told.shown.map(
    (run) => runCoverageHtml(page, run),
  )}${told.rest}`;
}

/** Its name leads to what is told of it; where nothing more is, the row is all there is to lead to. */
function runRow(page: Page, run: number): Row | MarkedRow {
  const summary = page.report.diff.runs[run];
  if (summary === undefined) return [];
  const name = runName(page, summary.run_id);
  const cells = [html`${thousands(summary.tool_calls_observed)}`, html`${coverageWords(summary)}`];
  return page.runOrder.isTold(run)
    ? [html`<a href="#${runId(run)}">${name}</a>`, ...cells]
    : { id: runId(run), cells: [name, ...cells] };
}
