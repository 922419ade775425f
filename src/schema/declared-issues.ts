import type { z } from 'zod';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import { anotherKey, keysIn } from './declared-shapes.ts';
import type { Position, PositionOf } from './declared-text.ts';
import { describeIssues, type Issue, valueAt } from './issues.ts';
import { fieldsOf } from './refinement.ts';

/** One thing that is wrong with a text, and where; free of its values. */
export interface PlacedIssue extends Issue, Partial<Position> {}

type ZodIssue = z.core.$ZodIssue;

/** zod's issues in the project's words, each with its place, in the order of the text. */
export function placedIssues(
  document: unknown,
  issues: readonly ZodIssue[],
  positionOf: PositionOf,
): readonly PlacedIssue[] {
  return [...byPath(issues.flatMap(oneForEachKey).map((issue) => noSuchDay(document, issue))).values()]
    .flatMap((ofPath) => {
      // Where a rule over several fields speaks, it says more than the field's own type does.
      const rules = ofPath.filter(({ code }) => code === 'custom');
      return rules.length > 0 ? rules : ofPath;
    })
    .flatMap((issue) => {
      const key = issue.code === 'custom' ? issue.params?.key : undefined;
      const position = positionOf(typeof key === 'string' ? [...issue.path, key] : issue.path);
      const first = earlierWords(issue, positionOf);
      return describeShown(document, issue).map(({ path, message }) => ({
        path,
        message: `${message}${first}`,
        ...position,
      }));
    })
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** A key that an object may not have is told at its own place. */
function oneForEachKey(issue: ZodIssue): readonly ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const { path, message } = issue;
  return issue.keys.map((key) => {
    const params = { found: anotherKey(key, keysIn(message)), key };
    return { code: 'custom', path, message, params } satisfies ZodIssue;
  });
}

/** A text that has the form of a day is none for another reason than its form. */
function noSuchDay(document: unknown, issue: ZodIssue): ZodIssue {
  if (issue.code !== 'invalid_format' || issue.format !== 'date') return issue;
  const value = valueAt(document, issue.path);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return issue;
  const { path, message } = issue;
  return { code: 'custom', path, message, params: { found: 'a day that no calendar has' } };
}

/** ` (line 4)`: where what a rule calls `first` stands. A text of one line needs none. */
function earlierWords(issue: ZodIssue, positionOf: PositionOf): string {
  const first = issue.code === 'custom' ? issue.params?.first : undefined;
  if (!Array.isArray(first)) return '';
  const { line } = positionOf(first);
  return line > 1 ? ` (line ${line})` : '';
}

function byPath(issues: readonly ZodIssue[]): ReadonlyMap<string, readonly ZodIssue[]> {
  const groups = new Map<string, ZodIssue[]>();
  for (const issue of issues) {
    const id = JSON.stringify(issue.path);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [issue]);
    else group.push(issue);
  }
  return groups;
}

/** The alias of a credential is a user's word: shown where it can only be a name. */
function describeShown(document: unknown, issue: ZodIssue): readonly Issue[] {
  const [top, alias, ...rest] = issue.path;
  if (top !== 'declared_credentials' || typeof alias !== 'string' || isName(alias)) {
    return describeIssues(document, [issue]);
  }
  const credential = fieldsOf(fieldsOf(document).declared_credentials)[alias];
  const shown = { declared_credentials: { '…': credential } };
  return describeIssues(shown, [{ ...issue, path: [top, '…', ...rest] }]);
}

function isName(alias: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(alias) && !hasSecretShape(alias);
}
