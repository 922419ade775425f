import { CLASSIFIERS } from '../classify/registry.ts';
import type { DeclaredSurface } from '../gate/declared-surface.ts';
import { type GateOptions, gate } from '../gate/gate.ts';
import type { SurfaceDiff } from '../gate/surface-diff.ts';
import { textReport } from '../report/text/text-report.ts';
import { readDeclaredSurface as read, type WrittenReading } from '../schema/declared-reading.ts';
import { type RunsInput, readGivenRuns } from './read-runs.ts';
import { reportOf } from './report-of.ts';

/** As `gate` takes them; `today` is the day of the system's clock where it is left out. */
export interface ExpectOptions extends Omit<GateOptions, 'today'> {
  readonly today?: string | undefined;
  /** What the report calls the declared surface. Default `declared surface`. */
  readonly file?: string | undefined;
}

/** Reads a declared surface, JSON or YAML: the document with its warnings, or every error with its line and path. */
export function readDeclaredSurface(text: string): WrittenReading<DeclaredSurface> {
  return read(text, CLASSIFIERS);
}

/**
 * For tests (vitest, Jest): returns the diff where runs are within what is declared, else throws an `Error` whose message
 * is the report in words. What is inconclusive is not within: a run whose health is missing, or less complete than
 * `acceptCoverage` (default `complete`), throws too, and so does no run at all.
 *
 * @param runs lines of `assay-otel surface` as text or parsed, emitted runs of a sink, or objects of `surface` and `health`.
 * @param declared a declared surface, or its text (JSON or YAML).
 * @throws {TypeError} where a surface or the declared surface is not valid, with all that is wrong.
 * @example expectWithinDeclared(runs, readFileSync('declared.yaml', 'utf8'));
 */
export function expectWithinDeclared(
  runs: RunsInput,
  declared: DeclaredSurface | string,
  options: ExpectOptions = {},
): SurfaceDiff {
  const { file = 'declared surface', today = new Date().toISOString().slice(0, 10), ...rest } = options;
  const isText = typeof declared === 'string';
  const reading = readDeclaredSurface(isText ? declared : JSON.stringify(declared));
  if ('errors' in reading) {
    const errors = reading.errors.map(({ line, column, message }) =>
      isText && line !== undefined ? `${file}:${line}:${column}: ${message}` : message,
    );
    throw at(new TypeError(`Expected a declared surface that is valid, got errors\n${errors.join('\n')}`));
  }
  const given = readGivenRuns(runs);
  const diff = gate(given, reading.document, { ...rest, today });
  if (diff.verdict === 'pass') return diff;
  const positionOf = isText ? reading.positionOf : undefined;
  const report = reportOf({ diff, runs: given, isJudged: true, file, positionOf });
  throw at(new Error(textReport.render(report)));
}

/** With the stack of the test, which runners show code of. */
function at(error: Error): Error {
  const { captureStackTrace } = Error as { captureStackTrace?: (error: Error, from: unknown) => void };
  captureStackTrace?.(error, expectWithinDeclared);
  return error;
}
