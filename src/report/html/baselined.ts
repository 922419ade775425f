import type { BaselineRefusal } from '../../gate/baseline.ts';
import type { BaselinedFinding } from '../../gate/surface-diff.ts';
import { type ToldFinding, toldFindings } from '../told-finding.ts';
import { ROW_WORDS } from '../words/row-words.ts';
import { callCell, callCount, targetCell } from './call-cells.ts';
import { codeWord } from './code-word.ts';
import { grouped } from './finding-groups.ts';
import type { Page } from './page.ts';
import { prose } from './prose.ts';
import { type Html, html } from './safe-html.ts';
import { none, type Section } from './section.ts';
import { table } from './table.ts';

const MOST_ROWS = 500;

const REFUSED: Readonly<Record<BaselineRefusal, string>> = {
  expired: 'It has expired.',
  until_missing: 'It names no `until`, which a call that is incomplete or unknown needs.',
  not_seen: 'Nothing with this fingerprint was found.',
};

/** What a person has accepted, and what of that accepted nothing. */
export function baselinedSection(page: Page): Section {
  const { baselined, baseline_unused: unused } = page.report.diff;
  const told = toldFindings(baselined);
  const accepted =
    told.length === 0 ? none('No finding is accepted by a baseline.') : acceptedTable(page, told);
  return {
    id: 'baselined',
    title: 'Baselined',
    count: told.length,
    content: html`${accepted}${unused.length === 0 ? undefined : unusedTable(page)}`,
  };
}

function acceptedTable(page: Page, told: readonly ToldFinding<BaselinedFinding>[]): Html {
  const { names, leftOut, report } = page;
  const alike = [...grouped(told, sameness).values()];
  const { shown, rest } = leftOut.bound(alike, MOST_ROWS, 'accepted findings');
  const rows = shown.map(([{ finding }, ...more]) => {
    const { accepted, fingerprint, level, row } = finding;
    const levelHtml = report.isJudged ? html`<div class="also">would be ${level}</div>` : undefined;
    return [
      html`${ROW_WORDS[row].title}<div class="also">${codeWord(row)}</div>${levelHtml}`,
      callCell(page, finding),
      targetCell(page, finding),
      html`${names.show(accepted.reason)}<div class="also">${
        accepted.until === null ? 'no end' : html`until ${names.show(accepted.until)}`
      }</div>`,
      fingerprint === null ? html`none` : names.show(fingerprint),
      callCount([finding, ...more.map((other) => other.finding)]),
    ];
  });
  const columns = ['Finding', 'Call', 'Target', 'Accepted because', 'Fingerprint', 'Seen'];
  const caption = 'Findings that a baseline accepts; they leave the verdict';
  return html`${table({ kind: 'baselined', caption, columns, rows })}${rest}`;
}

function sameness({ finding: { fingerprint, accepted, level, row } }: ToldFinding<BaselinedFinding>): string {
  return JSON.stringify([row, fingerprint, accepted, level]);
}

function unusedTable({ names, leftOut, report }: Page): Html {
  const { baseline_unused: unused } = report.diff;
  const { shown, rest } = leftOut.bound(unused, MOST_ROWS, 'entries of the baseline');
  const rows = shown.map(({ fingerprint, why }) => [names.show(fingerprint), prose(names, REFUSED[why])]);
  const caption = 'Entries of the baseline that accepted nothing';
  return html`${table({ kind: 'unused', caption, columns: ['Fingerprint', 'Why'], rows })}${rest}`;
}
