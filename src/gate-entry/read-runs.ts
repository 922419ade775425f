import { MAX_RECORD_DEPTH } from '../decision/nesting.ts';
import type { ObservedRun } from '../gate/observed-run.ts';
import type { Emission } from '../run/emission.ts';
import { type ObservedReading, readRunParts } from '../schema/observed-reading.ts';
import { fieldsOf, isObject } from '../schema/refinement.ts';
import { canonicalRuns } from './canonical-runs.ts';
import { type GivenRun, readGivenRun } from './given-run.ts';

/**
 * What a run can be given as: a parsed line of `surface`, an emitted run of a sink (`runId` in place of `run_id`), or its
 * surface and its health by themselves. Only these members are looked at; all that is read is checked.
 */
export interface RunInput {
  readonly run_id?: string | undefined;
  readonly runId?: string | undefined;
  readonly surface: unknown;
  readonly health?: unknown;
  readonly index?: unknown;
  readonly emission?: Partial<Emission> | undefined;
}

/** One or more runs: lines of `surface` as text, or runs as objects. */
export type RunsInput = string | RunInput | Iterable<string | RunInput>;

/**
 * Runs as `gate` takes them, in canonical order: lines that a later line takes the place of are left out, and what is
 * given twice stands once.
 *
 * @throws {TypeError} where a surface or a line is not valid: all of the errors at once, free of values. A health that
 *   is not valid is no error: the run is judged with `unreadable` health, and never passes.
 */
export function readRuns(input: RunsInput): readonly ObservedRun[] {
  return readGivenRuns(input);
}

/** The same with what stands beside what the gate takes. */
export function readGivenRuns(input: RunsInput): readonly GivenRun[] {
  const problems: string[] = [];
  const given: GivenRun[] = [];
  let position = 0;
  for (const part of partsOf(input)) {
    const place = `runs[${position}]`;
    position += 1;
    const reading = typeof part === 'string' ? readText(part) : readPart(part);
    if ('document' in reading) given.push(reading.document);
    else problems.push(...reading.problems.map((problem) => `${place}: ${problem}`));
  }
  if (problems.length > 0) throw new TypeError(listed(problems));
  return canonicalRuns(given).runs;
}

function* partsOf(input: RunsInput): Generator<unknown> {
  if (typeof input === 'string') yield* linesOf(input);
  else if (isIterable(input))
    for (const part of input) yield* typeof part === 'string' ? linesOf(part) : [part];
  else yield input;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isIterable(input: unknown): input is Iterable<unknown> {
  return typeof input === 'object' && input !== null && Symbol.iterator in input;
}

function readText(line: string): ObservedReading<GivenRun> {
  try {
    return readGivenRun(JSON.parse(line));
  } catch {
    // Not the parser's message, which quotes the text.
    return { problems: ['Expected a line of JSON, got text that is not JSON'] };
  }
}

/** An emitted run is read as its line; without an id, the health alone says which run it is. */
function readPart(part: unknown): ObservedReading<GivenRun> {
  if (holdsBigInt(part)) return { problems: ['Expected values that JSON has, got a bigint among them'] };
  const { surface, health, index, emission, run_id, runId = run_id } = fieldsOf(part);
  if (!isObject(part) || !Object.hasOwn(part, 'surface')) return readGivenRun(part);
  if (runId === undefined) return readRunParts(part, undefined);
  return readGivenRun({ run_id: runId, surface, health, index, emission });
}

/** No document has one, and nothing can be said of what has no JSON; what nests deeper is refused for that. */
function holdsBigInt(value: unknown, depth = MAX_RECORD_DEPTH): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value).some((inner) => holdsBigInt(inner, depth - 1));
}

const MOST_PROBLEMS = 20;

function listed(problems: readonly string[]): string {
  const beyond = problems.length - MOST_PROBLEMS;
  const shown = problems.slice(0, MOST_PROBLEMS).join('\n');
  return beyond > 0 ? `${shown}\nand ${beyond} more` : shown;
}
