import type { z } from 'zod';
import { valueAt } from './issues.ts';
import { fieldsOf, isObject } from './refinement.ts';

/** What a case of a classifier file may expect under a key of the target, in the words of a message. */
export const EXPECTED_VALUE =
  'a string, a boolean, null, an object of `domain` and `of`, or a list of those: `[{ domain, of }, …]`';

/** Says what of a value that a case expects is wrong: that it got an object says nothing where an object was asked for. */
export function inWordsOfCases(document: unknown, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message !== EXPECTED_VALUE) return issue;
  const found = foundIn(valueAt(document, issue.path));
  const { path, message } = issue;
  return found === undefined ? issue : { code: 'custom', path, message, params: { found } };
}

function foundIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(foundIn).find((found) => found !== undefined);
  if (typeof value === 'number') return `a number; ${QUOTES}`;
  if (!isObject(value)) return undefined;
  const { domain, of } = fieldsOf(value);
  if (Array.isArray(of)) return 'an object whose `of` is a list; write one object for each member';
  if (typeof of !== 'string') return `an object whose \`of\` is no string; ${QUOTES}`;
  return typeof domain === 'string' ? undefined : 'an object without `domain`';
}

const QUOTES = 'put it in quotes';
