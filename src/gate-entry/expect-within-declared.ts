import { BUILT_IN, type RuleSet } from '../classify/rule-set.ts';
import type { Baseline } from '../gate/baseline.ts';
import type { DeclaredSurface } from '../gate/declared-surface.ts';
import { type GateOptions, gate } from '../gate/gate.ts';
import type { SurfaceDiff } from '../gate/surface-diff.ts';
import { textReport } from '../report/text/text-report.ts';
import type { PlacedIssue } from '../schema/declared-issues.ts';
import { readDeclaredSurface as read, type WrittenReading } from '../schema/declared-reading.ts';
import { checkedOptions } from './check-options.ts';
import { jsonOf } from './json-of.ts';
import { type RunsInput, readGivenRuns } from './read-runs.ts';
import { reportOf } from './report-of.ts';

/** As `gate` takes them; `today` is the day of the system's clock where it is left out. */
export interface ExpectOptions extends Omit<GateOptions, 'today' | 'baseline'> {
  readonly today?: string | undefined;
  /** Findings that a person has accepted: a baseline, or its text (JSON or YAML). */
  readonly baseline?: Baseline | string | undefined;
  /** What the report calls the declared surface. Default `declared surface`. */
  readonly file?: string | undefined;
}

/** Reads a declared surface, JSON or YAML: the document with its warnings, or every error with its line and path. */
export function readDeclaredSurface(
  text: string,
  classifiers: RuleSet = BUILT_IN,
): WrittenReading<DeclaredSurface> {
  return read(text, classifiers.rules);
}

/**
 * For tests (vitest, Jest): returns the diff where runs are within what is declared, else throws an `Error` whose message
 * is the report in words. What is inconclusive is not within: a run whose health is missing, or less complete than
 * `acceptCoverage` (default `complete`), throws too, and so does no run at all.
 *
 * @param runs lines of `assay-otel surface` as text or parsed, emitted runs of a sink, or objects of `surface` and `health`.
 * @param declared a declared surface, or its text (JSON or YAML).
 * What of the declared surface does nothing stands at the end of the message.
 *
 * @throws {TypeError} where a surface, the declared surface, the baseline or an option is not valid, with all that is wrong.
 * @example expectWithinDeclared(runs, readFileSync('declared.yaml', 'utf8'));
 */
export function expectWithinDeclared(
  runs: RunsInput,
  declared: DeclaredSurface | string,
  options: ExpectOptions = {},
): SurfaceDiff {
  const { file, ...judging } = checkedOptions(options);
  const isText = typeof declared === 'string';
  const reading = read(
    isText ? declared : jsonOf(declared, 'declared'),
    (judging.classifiers ?? BUILT_IN).rules,
  );
  const told = ({ line, column, message }: PlacedIssue) =>
    isText && line !== undefined ? `${file}:${line}:${column}: ${message}` : message;
  const notes = reading.warnings.map((warning) => `note: ${told(warning)}`);
  if ('errors' in reading) {
    const lines = [...reading.errors.map(told), ...notes];
    throw at(new TypeError(`Expected a declared surface that is valid, got errors\n${lines.join('\n')}`));
  }
  const given = readGivenRuns(runs);
  const diff = gate(given, reading.document, judging);
  if (diff.verdict === 'pass') return diff;
  const positionOf = isText ? reading.positionOf : undefined;
  const report = reportOf({ diff, runs: given, isJudged: true, file, positionOf });
  const said = inTests(textReport.render(report));
  throw at(new Error(notes.length === 0 ? said : `${said}\n${notes.join('\n')}\n`));
}

/** Remedies name options of the command; a test has the same under other names. */
function inTests(report: string): string {
  return report
    .replace(/`--accept-coverage (\w+)`/g, "`acceptCoverage: '$1'`")
    .replace(/`--level ([\w.]+)=(\w+)`/g, "`levels: { '$1': '$2' }`")
    .replaceAll('`--accept-coverage`', '`acceptCoverage`')
    .replaceAll('`--classifiers`', '`classifiers`');
}

/** With the stack of the test, which runners show code of. */
function at(error: Error): Error {
  const { captureStackTrace } = Error as { captureStackTrace?: (error: Error, from: unknown) => void };
  captureStackTrace?.(error, expectWithinDeclared);
  return error;
}
