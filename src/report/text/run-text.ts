import { GAP_ROW, type Level } from '../../gate/rows.ts';
import type { RunSummary } from '../../gate/surface-diff.ts';
import type { IndexEntry } from '../../run/index-document.ts';
import type { Painter } from '../painter.ts';
import type { Report } from '../report.ts';
import type { RunPlaces } from '../run-places.ts';
import type { RunSection } from '../run-section.ts';
import { type RepeatedFinding, repeatedFindings } from '../told-finding.ts';
import { boundLines } from '../words/bound-lines.ts';
import { decisionWords, targetWords, toolWords } from '../words/call-words.ts';
import { hasReason, titleWords, whyWords } from '../words/finding-words.ts';
import { seenWords } from '../words/gap-details.ts';
import { gapLines } from '../words/gap-lines.ts';
import { nearestWords } from '../words/nearest-words.ts';
import { counted, listed, named, paragraph } from '../words/paragraph.ts';
import { coverageWords } from '../words/verdict-words.ts';

const LEVEL_COLOURS = {
  error: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  note: 'cyan',
} as const satisfies Readonly<Record<Level, keyof Painter>>;

/** One run: what was found, then how well it was seen. */
export function runText(
  { runId, summaries, findings }: RunSection,
  report: Report,
  places: RunPlaces,
  painter: Painter,
): string {
  const calls = summaries.reduce((sum, { tool_calls_observed: observed }) => sum + observed, 0);
  const count = summaries.length === 0 ? 'not seen' : counted(calls, 'call');
  const name = runId === null ? 'without a run' : `run ${painter.bold(named(runId))}: ${count}`;
  return [
    '\n',
    paragraph(runId === null && summaries.length > 0 ? `run without a name: ${count}` : name, 0),
    listed(
      repeatedFindings(findings).map((finding) => findingText(finding, report, places, painter)),
      2,
    ),
    ...summaries.map((summary) => coverageText(summary, painter)),
  ].join('');
}

function findingText(
  { finding, codes, calls }: RepeatedFinding,
  { declared, diff }: Report,
  places: RunPlaces,
  painter: Painter,
): string {
  const level = painter[LEVEL_COLOURS[finding.level]](finding.level);
  const title = paragraph(`${level}: ${titleWords(finding, named)} (${codes.map(named).join(', ')})`, 2);
  const { nearest } = finding;
  if (finding.row === GAP_ROW) {
    const seen = seenWords(finding, diff, named);
    return seen === undefined ? title : title + paragraph(seen, 4);
  }
  const times = calls === 1 ? '' : ` (${calls} calls)`;
  return [
    title,
    paragraph(`${painter.bold(toolWords(finding, named))}${times}`, 4),
    paragraph(`target: ${targetWords(finding, named)}`, 4),
    paragraph(`decision: ${decisionWords(finding, named)}`, 4),
    ...(nearest === null ? [] : [paragraph(`nearest: ${nearestWords(nearest, declared, named)}`, 4)]),
    ...traceText(places.traceOf(finding)),
    ...(hasReason(finding) ? [paragraph(`reason: ${whyWords(finding, named)}`, 4)] : []),
  ].join('');
}

function traceText(trace: IndexEntry | undefined): readonly string[] {
  const span = trace?.span_ids[0];
  if (trace === undefined || span === undefined) return [];
  return [paragraph(`trace: ${named(trace.trace_id)}, span ${named(span)}`, 4)];
}

function coverageText(summary: RunSummary, painter: Painter): string {
  const { gaps } = summary.coverage;
  const colour = summary.coverage.level === 'complete' ? painter.green : painter.yellow;
  const told = gapLines(gaps, summary.scope).map(
    ({ code, says, remedy }) =>
      listed(says.map((said) => paragraph(`${painter.yellow(code)}: ${said}`, 4))) +
      paragraph(`→ ${remedy}`, 6),
  );
  const bounds = boundLines(summary).map((line) => paragraph(line, 4));
  return [
    paragraph(`coverage: ${colour(coverageWords(summary))}`, 2),
    ...told,
    ...(bounds.length > 0 ? [paragraph('limits', 2), listed(bounds)] : []),
  ].join('');
}
