import type { ObservedRecord } from '../../gate/observed-run.ts';
import type { CallPlace } from '../run-places.ts';
import { amount } from './amount.ts';
import { runName } from './call-cells.ts';
import { decisionRow } from './decision-row.ts';
import { folding } from './folding.ts';
import type { Page } from './page.ts';
import { type Html, html } from './safe-html.ts';
import { none, type Section } from './section.ts';
import { table } from './table.ts';

/** With more decisions than this in a report, each run's are folded on a screen. */
const MOST_OPEN = 200;
/** Unfolded together: a browser takes seconds over a table of thousands of rows. */
const MOST_IN_PART = 500;
/** Runs of which no decision is listed. */
const MOST_EMPTY = 100;

/** Every decision of every run, with the way to its trace. */
export function decisionsSection(page: Page): Section {
  const { leftOut, shownCalls, report } = page;
  const { runs } = report.diff;
  const count = runs.reduce((sum, run) => sum + run.tool_calls_observed, 0);
  const all = runs.map((_, run) => run);
  const empty = all.filter((run) => !shownCalls.hasRun(run));
  const { shown, rest } = leftOut.bound(empty, MOST_EMPTY, 'runs without a listed decision');
  const told = all.filter((run) => shownCalls.hasRun(run) || shown.includes(run));
  const content =
    runs.length === 0
      ? none('No run came in.')
      : html`${told.map((run) => runDecisions(page, run, count <= MOST_OPEN))}${rest}`;
  return { id: 'decisions', title: 'Decisions', count, content };
}

function runDecisions(page: Page, run: number, isOpen: boolean): Html {
  const { report, leftOut, shownCalls } = page;
  const summary = report.diff.runs[run];
  const name = runName(page, summary?.run_id ?? null);
  const heading = html`<h3>${name}: ${amount(summary?.tool_calls_observed ?? 0, 'call')}</h3>\n`;
  const records = report.runs[run]?.surface?.observed_tool_decisions;
  if (records === undefined) return html`${heading}${none('Its surface is not at hand.')}`;
  const shown = records.flatMap((record, at): PlacedRecord[] => {
    const place = { run, record: at };
    return shownCalls.has(place) ? [{ record, place }] : [];
  });
  const missing = records.length - shown.length;
  const rest =
    missing === 0 ? undefined : leftOut.note(missing, 'decisions', 'The surface of the run has all of them.');
  return html`${heading}${parts(shown).map((part) => partHtml(page, name, part, isOpen))}${rest}`;
}

interface PlacedRecord {
  readonly record: ObservedRecord;
  readonly place: CallPlace;
}

function parts(all: readonly PlacedRecord[]): readonly (readonly PlacedRecord[])[] {
  const count = Math.ceil(all.length / MOST_IN_PART);
  return Array.from({ length: count }, (_, at) => all.slice(at * MOST_IN_PART, (at + 1) * MOST_IN_PART));
}

const COLUMNS = ['Record', 'Call', 'Target', 'Decision', 'Outcome', 'Trace'];

function partHtml(page: Page, name: Html, part: readonly PlacedRecord[], isOpen: boolean): Html {
  const [from, to] = [part[0]?.place.record ?? 0, part.at(-1)?.place.record ?? 0];
  const range = from === to ? `Record ${from}` : `Records ${from} to ${to}`;
  const caption = html`Decisions of run ${name}, in the order of its surface`;
  const rows = part.map(({ record, place }) => decisionRow(page, record, place));
  return folding(html`${range}`, table({ kind: 'decisions', caption, columns: COLUMNS, rows }), isOpen);
}
