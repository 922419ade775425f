import { listSections } from '../list-section.ts';
import { remedies } from '../remedies.ts';
import type { Report } from '../report.ts';
import type { Reporter } from '../reporter.ts';
import { toldFindings } from '../told-finding.ts';
import { callCounts, findingCounts, verdictWords } from '../words/verdict-words.ts';
import { codeSpan } from './code-span.ts';
import { coverageTable } from './coverage-table.ts';
import { findingsTable } from './findings-table.ts';
import { leftOut, linesWithin } from './within.ts';

/** For the summary of a job: what was found as a table, everything else folded. GitHub's Markdown, below 1 MiB. */
export const markdownReport: Reporter = {
  format: 'markdown',
  extension: 'md',
  mediaType: 'text/markdown',
  summary: 'for the summary of a CI job: findings as a table, the rest folded',
  render: (report) => `${lines(report).join('\n')}\n`,
};

function lines(report: Report): readonly string[] {
  const { diff, isJudged } = report;
  return [
    isJudged ? `## Tool surface: ${verdictWords(diff)}` : '## Tool surface, compared and not judged',
    '',
    `${findingCounts(toldFindings(diff.findings))}; ${callCounts(diff)}.`,
    ...block(findingsTable(report)),
    ...block(coverageTable(report)),
    ...folded(
      'what to do',
      remedies(diff).map(({ title, remedy }) => `${title}: ${remedy}`),
    ),
    ...listSections(report, codeSpan).flatMap(({ title, lines: own }) => folded(title, own)),
  ];
}

const BUDGET = 10_000;

function block(own: readonly string[]): readonly string[] {
  return own.length === 0 ? [] : ['', ...own];
}

/** The blank lines let the parser read what is inside as Markdown. */
function folded(title: string, own: readonly string[]): readonly string[] {
  if (own.length === 0) return [];
  const { shown, left } = linesWithin(own, BUDGET);
  const items = shown.map((line) => `- ${line}`);
  return [
    '',
    '<details>',
    `<summary>${title}</summary>`,
    '',
    ...items,
    ...leftOut(left, 'line'),
    '',
    '</details>',
  ];
}
