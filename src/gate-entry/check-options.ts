import type { Baseline } from '../gate/baseline.ts';
import type { GateOptions } from '../gate/gate.ts';
import type { PlacedIssue } from '../schema/declared-issues.ts';
import { readBaseline } from '../schema/declared-reading.ts';
import { readGateOptions } from '../schema/gate-options.ts';
import { isObject } from '../schema/refinement.ts';
import { jsonOf } from './json-of.ts';

/** Options as they are used, defaults filled in. */
export interface CheckedOptions extends GateOptions {
  readonly file: string;
}

/**
 * Options of a test, checked as the command line checks its own.
 *
 * @throws {TypeError} with all that is wrong at once, free of values.
 */
export function checkedOptions(given: unknown): CheckedOptions {
  const reading = readGateOptions(given);
  if ('problems' in reading) throw new TypeError(listed('options', reading.problems));
  const { baseline, today = todayInUtc(), file = 'declared surface', ...rest } = reading.options;
  return { ...rest, today, file, baseline: readGivenBaseline(baseline) };
}

function todayInUtc(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A baseline, or its text; what is no JSON is none. */
function readGivenBaseline(given: unknown): Baseline | undefined {
  if (given === undefined) return undefined;
  const isText = typeof given === 'string';
  // What `readBaseline` gives holds functions.
  if (isObject(given) && Object.hasOwn(given, 'document')) throw new TypeError(A_READING);
  const reading = readBaseline(isText ? given : jsonOf(given, 'baseline'));
  if ('document' in reading) return reading.document;
  throw new TypeError(listed('baseline', reading.errors, isText));
}

const A_READING =
  'Expected `baseline` to be a baseline or its text, got what `readBaseline` gives; its `document` is the baseline';

function listed(what: string, issues: readonly PlacedIssue[], isPlaced = false): string {
  const lines = issues.map(({ path, message, line, column }) => {
    const said = path === '' ? message.replace('the document', `\`${what}\``) : message;
    return isPlaced && line !== undefined ? `${what}:${line}:${column}: ${said}` : said;
  });
  return `Expected \`${what}\` to be valid, got errors\n${lines.join('\n')}`;
}
