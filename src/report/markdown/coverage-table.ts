import type { RunSummary } from '../../gate/surface-diff.ts';
import type { Report } from '../report.ts';
import { boundLines } from '../words/bound-lines.ts';
import { gapLines } from '../words/gap-lines.ts';
import { coded } from '../words/limit-words.ts';
import { listedWords } from '../words/paragraph.ts';
import { coverageWords } from '../words/verdict-words.ts';
import { codeSpan } from './code-span.ts';
import { tableLines, tableRow } from './table.ts';

const BUDGET = 60_000;
const HEADERS = ['run', 'calls', 'coverage', 'what is missing or bounds it'];

/** How well each run was seen; those that are not complete first. */
export function coverageTable({ diff }: Report): readonly string[] {
  const isComplete = ({ coverage }: RunSummary) => coverage.level === 'complete';
  const runs = [...diff.runs.filter((run) => !isComplete(run)), ...diff.runs.filter(isComplete)];
  return tableLines(HEADERS, runs.map(rowOf), BUDGET, 'run');
}

function rowOf(run: RunSummary): string {
  const { gaps } = run.coverage;
  const words = [
    ...gapLines(gaps, run.scope, codeSpan).flatMap(({ code, says }) =>
      says.map((said) => coded(code, said, codeSpan)),
    ),
    ...boundLines(run, codeSpan),
  ];
  return tableRow([
    run.run_id === null ? '–' : codeSpan(run.run_id),
    String(run.tool_calls_observed),
    coverageWords(run),
    words.length === 0 ? '–' : listedWords(words, '; '),
  ]);
}
