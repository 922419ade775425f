import { GAP_ROW, type Level } from '../gate/rows.ts';
import { placeOf } from './place.ts';
import type { Report } from './report.ts';
import type { Reporter } from './reporter.ts';
import { type RepeatedFinding, repeatedFindings, toldFindings, worstFirst } from './told-finding.ts';
import { classifierWords, OTHER_CLASSIFIERS } from './words/classifier-words.ts';
import { findingSentences, titleWords } from './words/finding-words.ts';
import { gapDetails } from './words/gap-details.ts';
import { MANIFEST_CHANGED, manifestWords } from './words/manifest-words.ts';
import { listedWords } from './words/paragraph.ts';
import { quoted } from './words/quote.ts';
import { SILENT_CLASSIFIERS, silenceWords } from './words/silence-words.ts';
import { visible } from './words/terminal-text.ts';
import { callCounts, findingCounts, verdictWords } from './words/verdict-words.ts';

/** Workflow commands for GitHub Actions: each finding is an annotation, the worst first, since few are shown. */
export const githubReport: Reporter = {
  format: 'github',
  extension: 'txt',
  mediaType: 'text/plain',
  summary: 'annotations for GitHub Actions, for the log of a step',
  render: (report) =>
    [
      verdictLine(report),
      ...repeatedFindings(worstFirst(toldFindings(report.diff.findings))).map((told) =>
        findingLine(told, report),
      ),
      manifestLine(report),
      classifiersLine(report),
      silentLine(report),
    ].join(''),
};

const COMMANDS = {
  error: 'error',
  inconclusive: 'warning',
  warning: 'warning',
  note: 'notice',
} as const satisfies Readonly<Record<Level, string>>;

const VERDICT_COMMANDS = { pass: 'notice', fail: 'error', inconclusive: 'warning' } as const;

function verdictLine({ diff, isJudged }: Report): string {
  const counts = `${findingCounts(toldFindings(diff.findings))}; ${callCounts(diff)}`;
  if (!isJudged) return command('notice', { title: 'Tool surface, compared and not judged' }, counts);
  return command(VERDICT_COMMANDS[diff.verdict], { title: `Tool surface: ${verdictWords(diff)}` }, counts);
}

function findingLine({ finding, codes, calls }: RepeatedFinding, report: Report): string {
  const { declared, diff, isJudged } = report;
  const { file, line } = placeOf(declared, finding);
  const run = finding.run_id === null ? '' : ` Run: ${quoted(finding.run_id)}.`;
  const times = calls === 1 ? '' : ` ${calls} calls.`;
  const words = titleWords(finding, quoted);
  const title = isJudged ? `${finding.level}: ${words}` : words;
  const details = finding.row === GAP_ROW ? gapDetails(finding, diff, quoted) : undefined;
  const listed = details === undefined ? '' : ` ${details}`;
  const message = `${findingSentences(finding, declared, quoted)}${listed}${times}${run} (${codes.join(', ')})`;
  // Where nothing is judged, nothing is an error.
  return command(isJudged ? COMMANDS[finding.level] : 'notice', { file, line: String(line), title }, message);
}

/** One for all servers: a runner shows few. */
function manifestLine({ diff: { manifests = [] } }: Report): string {
  if (manifests.length === 0) return '';
  const words = manifests.map((manifest) => manifestWords(manifest, quoted));
  return command('notice', { title: MANIFEST_CHANGED }, `${listedWords(words, '. ')}.`);
}

/** One for all runs. */
function classifiersLine({ diff: { classifiers } }: Report): string {
  if (classifiers === undefined) return '';
  const words = classifierWords(classifiers, quoted).join('. ');
  return command('notice', { title: OTHER_CLASSIFIERS }, `${words}.`);
}

/** One for all files and servers. */
function silentLine({ diff: { silent_classifiers: silent = [] } }: Report): string {
  if (silent.length === 0) return '';
  const words = silent.map((one) => silenceWords(one, quoted));
  return command('notice', { title: SILENT_CLASSIFIERS }, `${listedWords(words, '. ')}.`);
}

/** One line, whatever it is made of; the escapes are those of the runner and of `@actions/core`. */
function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${written.join(',')}::${data(message)}\n`;
}

function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
