import { type Html, html } from './safe-html.ts';

/** One row: a cell for each column, the first of them its header. */
export type Row = readonly Html[];

/** A row that can be linked to. */
export interface MarkedRow {
  readonly id: string;
  readonly cells: Row;
}

export interface TableOptions {
  /** Says what the rows are, for those who come to a table from elsewhere. */
  readonly caption: Html | string;
  readonly columns: readonly string[];
  readonly rows: readonly (Row | MarkedRow)[];
  /** Names the widths of the columns in the styles. */
  readonly kind: string;
}

/**
 * A table with caption and scopes. On a narrow screen its rows are stacked, each cell below the name of its column;
 * the roles keep it a table there.
 */
export function table({ caption, columns, rows, kind }: TableOptions): Html {
  const heads = columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`);
  return html`<table class="${kind}" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => tableRow(row, columns))}</tbody>
</table>
`;
}

function tableRow(row: Row | MarkedRow, columns: readonly string[]): Html {
  const cells = ('cells' in row ? row.cells : row).map((cell, at) => tableCell(cell, at, columns[at] ?? ''));
  return 'cells' in row
    ? html`<tr role="row" id="${row.id}">${cells}</tr>\n`
    : html`<tr role="row">${cells}</tr>\n`;
}

function tableCell(cell: Html, at: number, column: string): Html {
  if (at === 0) return html`<th scope="row" role="rowheader">${cell}</th>`;
  return html`<td role="cell" data-column="${column}">${cell}</td>`;
}
