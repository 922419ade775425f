import type { z } from 'zod';
import { editDistance } from './near-word.ts';

/** One thing that is wrong with a document; free of its values. */
export interface Issue {
  /** `a.b[1]`; empty for the document itself. */
  readonly path: string;
  readonly message: string;
}

type ZodIssue = z.core.$ZodIssue;

/**
 * zod's issues in the project's words: ``Expected `a.b[1]` to be …, got …``. What was found is told by its type;
 * only where one of a few words was expected is a word shown that is nearly one of them: a typing error.
 */
export function describeIssues(document: unknown, issues: readonly ZodIssue[]): readonly Issue[] {
  // Where a rule over several fields speaks of a field, it says more than the field's own type does.
  const ruled = new Set(issues.filter(({ code }) => code === 'custom').map(({ path }) => pathOf(path)));
  const told = issues.filter(({ code, path }) => code === 'custom' || !ruled.has(pathOf(path)));
  return told.map((issue) => {
    const path = pathOf(issue.path);
    const expected = expectation(issue);
    const found = foundIn(issue, valueAt(document, issue.path), expected);
    const subject = path === '' ? 'the document' : `\`${path}\``;
    return { path, message: `Expected ${subject} to be ${expected}, got ${found}` };
  });
}

/** `server.id`, `records[0].span_ids`: only field names of our own schemas stand in it. */
function pathOf(steps: readonly PropertyKey[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else path += path === '' ? String(step) : `.${String(step)}`;
  }
  return path;
}

function expectation(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return alternatives(issue.values.map((value) => JSON.stringify(value)));
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.message;
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function alternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function foundIn(issue: ZodIssue, value: unknown, expected: string): string {
  if (issue.code === 'custom' && typeof issue.params?.found === 'string') return issue.params.found;
  if (issue.code !== 'invalid_value') return typeOf(value, expected);
  const isShown = typeof value === 'boolean' || (typeof value === 'string' && isSafeWord(value, issue));
  return isShown ? JSON.stringify(value) : typeOf(value, expected);
}

/** A word that may be shown: what a document calls itself, or a typing error. Any other may be a value. */
function isSafeWord(word: string, issue: z.core.$ZodIssueInvalidValue): boolean {
  if (!/^(assay\.)?[a-z_]{1,40}(\.v\d{1,3})?$/.test(word)) return false;
  if (issue.path.length === 1 && issue.path[0] === 'schema') return true;
  return issue.values.some((value) => typeof value === 'string' && editDistance(word, value) <= 2);
}

function typeOf(value: unknown, expected: string): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value === '') return 'an empty string';
  if (typeof value === 'string') return expected.startsWith('"') ? 'another string' : 'a string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What stands at a path; `undefined` where nothing does. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
