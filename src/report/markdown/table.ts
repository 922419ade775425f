import { leftOut, linesWithin } from './within.ts';

/** One row; the cells hold our own words and code spans. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A table of the rows that fit; nothing where there are none. */
export function tableLines(
  headers: readonly string[],
  rows: readonly string[],
  budget: number,
  noun: string,
): readonly string[] {
  if (rows.length === 0) return [];
  const { shown, left } = linesWithin(rows, budget);
  return [tableRow(headers), tableRow(headers.map(() => '---')), ...shown, ...leftOut(left, noun)];
}
