import { lineIn } from '../place.ts';
import type { Page } from './page.ts';
import { html } from './safe-html.ts';
import { none, type Section } from './section.ts';
import { table } from './table.ts';

const MOST_ROWS = 500;

/** Declared actions that no call can have been. */
export function unobservedSection({ report, names, leftOut }: Page): Section {
  const { unobserved } = report.diff;
  const { shown, rest } = leftOut.bound(unobserved, MOST_ROWS, 'declared actions');
  const rows = shown.map((action) => [
    names.show(action.id),
    place(lineIn(report.declared, action.index), action.index),
  ]);
  const caption = 'Declared actions that were not observed; that is no regression';
  const content =
    unobserved.length === 0
      ? none('Every declared action was observed, or may have been.')
      : html`${table({ kind: 'unobserved', caption, columns: ['Declared action', 'Where'], rows })}${rest}`;
  return { id: 'unobserved', title: 'Unobserved', count: unobserved.length, content };
}

function place(line: number | undefined, index: number) {
  const path = html`<code>declared_tool_actions[${index}]</code>`;
  return line === undefined ? path : html`line ${line}, ${path}`;
}
