import { type Painter, PLAIN } from '../painter.ts';
import { remedies } from '../remedies.ts';
import type { Report } from '../report.ts';
import type { Reporter } from '../reporter.ts';
import { RunPlaces } from '../run-places.ts';
import { isQuiet, type RunSection, runSections } from '../run-section.ts';
import { toldFindings } from '../told-finding.ts';
import { counted, listedWords, named, paragraph } from '../words/paragraph.ts';
import { callCounts, findingCounts, verdictWords } from '../words/verdict-words.ts';
import { listsText } from './lists-text.ts';
import { runText } from './run-text.ts';

/** For a person at a terminal or in a log: what is worst first, in lines of 80 columns where words permit. */
export const textReport: Reporter = {
  format: 'text',
  extension: 'txt',
  mediaType: 'text/plain',
  summary: 'for a person: verdict, findings by run, coverage, what matched',
  render: (report, painter = PLAIN) => {
    const sections = runSections(report.diff);
    return [
      headline(report, painter),
      runsText(sections, report, painter),
      remediesText(report, painter),
      listsText(report, painter),
    ].join('');
  },
};

const VERDICT_COLOURS = { pass: 'green', fail: 'red', inconclusive: 'yellow' } as const;

function headline({ diff, isJudged }: Report, painter: Painter): string {
  const colour = painter[VERDICT_COLOURS[diff.verdict]];
  const verdict = isJudged
    ? `verdict: ${painter.bold(colour(verdictWords(diff)))}`
    : 'compared and not judged';
  const counts = `${findingCounts(toldFindings(diff.findings))}; ${callCounts(diff)}`;
  return paragraph(verdict, 0) + paragraph(counts, 0);
}

function remediesText({ diff }: Report, painter: Painter): string {
  const lines = remedies(diff).map(({ title, remedy }) => paragraph(`${title}: ${remedy}`, 2));
  return lines.length === 0 ? '' : `\n${paragraph(painter.bold('what to do'), 0)}${lines.join('')}`;
}

const MOST_RUNS = 20;

function runsText(sections: readonly RunSection[], report: Report, painter: Painter): string {
  const telling = sections.filter((section) => !isQuiet(section));
  const quiet = sections.filter(isQuiet);
  const places = new RunPlaces(report);
  const beyond = telling.length - MOST_RUNS;
  return [
    ...telling.slice(0, MOST_RUNS).map((section) => runText(section, report, places, painter)),
    ...(beyond > 0 ? [`\n${paragraph(`and ${counted(beyond, 'run')} more (--format json)`, 0)}`] : []),
    ...(quiet.length > 0 ? [`\n${paragraph(quietWords(quiet), 0)}`] : []),
  ].join('');
}

/** `2 runs, coverage complete and nothing found: a, b`. */
function quietWords(quiet: readonly RunSection[]): string {
  const names = quiet.map(({ runId }) => (runId === null ? 'without a name' : named(runId)));
  return `${counted(quiet.length, 'run')}, coverage complete and nothing found: ${listedWords(names, ', ')}`;
}
