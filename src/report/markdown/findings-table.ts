import { GAP_ROW } from '../../gate/rows.ts';
import type { Report } from '../report.ts';
import { type RepeatedFinding, repeatedFindings, toldFindings, worstFirst } from '../told-finding.ts';
import { decisionWords, targetWords, toolWords } from '../words/call-words.ts';
import { hasReason, titleWords, whyWords } from '../words/finding-words.ts';
import { seenWords } from '../words/gap-details.ts';
import { nearestWords } from '../words/nearest-words.ts';
import { codeSpan } from './code-span.ts';
import { tableLines, tableRow } from './table.ts';

const BUDGET = 120_000;
const HEADERS = ['level', 'finding', 'tool', 'target', 'decision', 'nearest declared action', 'run'];

/** All findings, the worst first. */
export function findingsTable(report: Report): readonly string[] {
  const told = repeatedFindings(worstFirst(toldFindings(report.diff.findings)));
  const rows = told.map((finding) => tableRow(cells(finding, report)));
  return tableLines(HEADERS, rows, BUDGET, 'finding');
}

function cells({ finding, codes, calls }: RepeatedFinding, { declared, diff }: Report): readonly string[] {
  const { level, row, nearest, run_id: runId } = finding;
  const run = runId === null ? '–' : codeSpan(runId);
  const title = `${titleWords(finding, codeSpan)} (${codes.map(codeSpan).join(', ')})`;
  if (row === GAP_ROW) {
    const seen = seenWords(finding, diff, codeSpan);
    return [level, seen === undefined ? title : `${title}; ${seen}`, '–', '–', '–', '–', run];
  }
  return [
    level,
    hasReason(finding) ? `${title}: ${whyWords(finding, codeSpan)}` : title,
    `${toolWords(finding, codeSpan)}${calls === 1 ? '' : ` (${calls} calls)`}`,
    targetWords(finding, codeSpan),
    decisionWords(finding, codeSpan),
    nearest === null ? '–' : nearestWords(nearest, declared, codeSpan),
    run,
  ];
}
