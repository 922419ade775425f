import type { z } from 'zod';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import type { Position, PositionOf } from './declared-text.ts';
import { describeIssues, type Issue } from './issues.ts';
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
  return [...byPath(issues.flatMap(oneForEachKey)).values()]
    .flatMap((ofPath) => {
      // Where a rule over several fields speaks, it says more than the field's own type does.
      const rules = ofPath.filter(({ code }) => code === 'custom');
      return rules.length > 0 ? rules : ofPath;
    })
    .flatMap((issue) => {
      const key = issue.code === 'custom' ? issue.params?.key : undefined;
      const position = positionOf(typeof key === 'string' ? [...issue.path, key] : issue.path);
      return describeShown(document, issue).map((described) => ({ ...described, ...position }));
    })
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** A key that an object may not have is told at its own place. */
function oneForEachKey(issue: ZodIssue): readonly ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const { path, message } = issue;
  return issue.keys.map((key) => {
    const params = { found: 'one with another key', key };
    return { code: 'custom', path, message, params } satisfies ZodIssue;
  });
}

function byPath(issues: readonly ZodIssue[]): ReadonlyMap<string, readonly ZodIssue[]> {
  const groups = new Map<string, ZodIssue[]>();
  for (const issue of issues) {
    const id = JSON.stringify(issue.path);
    groups.set(id, [...(groups.get(id) ?? []), issue]);
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
