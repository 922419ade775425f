import type { CallReference, ReviewedCall } from '../../gate/surface-diff.ts';
import { callCell, callCount, decisionCell, targetCell } from './call-cells.ts';
import { grouped } from './finding-groups.ts';
import type { Page } from './page.ts';
import { type Html, html, joined } from './safe-html.ts';
import { none, type Section } from './section.ts';
import { table } from './table.ts';

const MOST_ROWS = 500;
const MOST_ACTIONS = 12;

/** Calls that a declared action allows: what is the same of several is one row. */
export function matchedSection(page: Page): Section {
  const { matched } = page.report.diff;
  return {
    id: 'matched',
    title: 'Matched',
    count: matched.length,
    content: callsTable(page, matched, {
      caption: 'Allowed calls that a declared action covers',
      absent: 'No call was covered by a declared action.',
      columns: ['Declared by'],
      cells: ({ actions }) => [actionsCell(page, actions)],
    }),
  };
}

/** Calls of tools that no classifier knows and a person has looked at. */
export function reviewedSection(page: Page): Section {
  const { reviewed } = page.report.diff;
  return {
    id: 'reviewed',
    title: 'Reviewed',
    count: reviewed.length,
    content: callsTable(page, reviewed, {
      caption: 'Calls of unknown tools that were reviewed; this does not call them clean',
      absent: 'No call was of a reviewed tool.',
      columns: ['Review'],
      cells: (call) => [reviewCell(page, call)],
    }),
  };
}

interface CallsTable<C> {
  readonly caption: string;
  readonly absent: string;
  readonly columns: readonly string[];
  readonly cells: (call: C) => readonly Html[];
}

function callsTable<C extends CallReference>(page: Page, calls: readonly C[], options: CallsTable<C>): Html {
  const { caption, absent, columns, cells } = options;
  if (calls.length === 0) return none(absent);
  const alike = [...grouped(calls, sameness).values()];
  const { shown, rest } = page.leftOut.bound(alike, MOST_ROWS, 'kinds of calls');
  const rows = shown.map((group) => [
    callCell(page, group[0]),
    targetCell(page, group[0]),
    decisionCell(page, group[0]),
    ...cells(group[0]),
    callCount(group),
  ]);
  const heads = ['Call', 'Target', 'Decision', ...columns, 'Seen'];
  return html`${table({ kind: 'calls', caption, columns: heads, rows })}${rest}`;
}

function sameness<C extends CallReference>({ run_id: _run, record: _record, ...call }: C): string {
  return JSON.stringify(call);
}

function actionsCell({ names, leftOut }: Page, ids: readonly string[]): Html {
  const { shown, rest } = leftOut.bound(ids, MOST_ACTIONS, 'declared actions of a call');
  return html`${joined(
    shown.map((id) => names.show(id)),
    html`, `,
  )}${rest}`;
}

function reviewCell({ names }: Page, { reason, until, high_risk }: ReviewedCall): Html {
  const notes = html`<div class="also">${until === null ? 'no end' : html`until ${names.show(until)}`}${
    high_risk ? ', reviewed as high risk' : ''
  }</div>`;
  return html`${names.show(reason)}${notes}`;
}
