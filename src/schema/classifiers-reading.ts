import type { z } from 'zod';
import { type LoadedClassifiers, loadClassifiers } from '../classifier-file/load.ts';
import { type ClassifierProblem, shownPath } from '../classifier-file/problem.ts';
import { CLASSIFIERS_SCHEMA } from '../classify/classifier-document.ts';
import { inWordsOfCases } from './case-values.ts';
import { type PlacedIssue, placedIssues } from './declared-issues.ts';
import { type PositionOf, readText } from './declared-text.ts';
import { fieldsOf } from './refinement.ts';
import { ToolClassifiersSchema } from './tool-classifiers.ts';

/** A classifier file that can be used, or everything that is wrong with it. */
export type ClassifiersReading =
  | (LoadedClassifiers & { readonly positionOf: PositionOf })
  | { readonly errors: readonly PlacedIssue[] };

/** Reads a classifier file, JSON or YAML. */
export function readClassifiers(text: string): ClassifiersReading {
  const reading = readText(text);
  if ('problems' in reading) {
    return { errors: reading.problems.map((problem) => ({ path: '', ...problem })) };
  }
  const { value, positionOf } = reading;
  const { error } = ToolClassifiersSchema.safeParse(value);
  if (error !== undefined) {
    // Of a document that says it is another, nothing else is worth telling.
    const { schema } = fieldsOf(value);
    const isOther = typeof schema === 'string' && schema !== CLASSIFIERS_SCHEMA;
    const issues = isOther ? error.issues.filter(({ path }) => path[0] === 'schema') : error.issues;
    const worded = issues.map((issue) => inWordsOfCases(value, withoutKey(issue)));
    return { errors: placedIssues(value, worded, positionOf) };
  }
  const loaded = loadClassifiers(value);
  if (!('problems' in loaded)) return { ...loaded, positionOf };
  return { errors: loaded.problems.map((problem) => placedProblem(problem, positionOf)) };
}

/** A key of another form than its object's may be a value: it is told at its place, and not shown. */
function withoutKey(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const key = issue.path.at(-1);
  if (issue.code !== 'invalid_key' || typeof key !== 'string') return issue;
  const params = { found: 'one with another key', key };
  return { code: 'custom', path: issue.path.slice(0, -1), message: issue.message, params };
}

/** A problem of a classifier file with its line, in the words of every other. */
export function placedProblem({ path, message }: ClassifierProblem, positionOf: PositionOf): PlacedIssue {
  const shown = shownPath(path);
  const subject = shown === '' ? 'the document' : `\`${shown}\``;
  return { path: shown, message: `Expected ${subject} to be ${message}`, ...positionOf(path) };
}
