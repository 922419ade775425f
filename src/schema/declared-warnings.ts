import type { z } from 'zod';
import type { ClassifierRule } from '../classify/rule.ts';
import { classifierOf, type DeclaredFields, declaredFields } from '../gate/declared-fields.ts';
import type { DeclaredAction, DeclaredSurface, TargetEntry } from '../gate/declared-surface.ts';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import { exceedsUtf8, STORED_BYTES } from '../redact/utf8.ts';
import { onlyKeys } from './declared-shapes.ts';
import { expect, quote, type Refinement } from './refinement.ts';

/** Keys of the document that are read, and those that others may have put there. */
const KEYS = [
  'schema',
  'declared_tool_actions',
  'reviewed_tools',
  'declared_credentials',
  'expected_services',
];
const OTHER_KEYS = ['$schema', 'non_claims'];

const NEVER = 'it can never match';

/** What of a valid declared surface does nothing: it can never match, or is not read. */
export function declaredWarnings(
  declared: DeclaredSurface,
  classifiers: readonly ClassifierRule[],
): readonly z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  const context: Refinement = { addIssue: (issue) => void issues.push(issue as z.core.$ZodIssue) };
  for (const key of Object.keys(declared)) {
    if (KEYS.includes(key) || OTHER_KEYS.includes(key)) continue;
    const params = { found: 'one with another key, which is not read', key };
    context.addIssue({ code: 'custom', path: [], message: onlyKeys(KEYS), params });
  }
  declared.declared_tool_actions.forEach((action, index) => {
    actionWarnings(action, ['declared_tool_actions', index], classifiers, context);
  });
  return issues;
}

type Path = readonly (string | number)[];

function actionWarnings(
  { action_class, provider, allowed_targets }: DeclaredAction,
  path: Path,
  classifiers: readonly ClassifierRule[],
  context: Refinement,
): void {
  const rule = classifierOf(action_class, classifiers);
  const classes = `one of ${classifiers.map(({ category }) => quote(category)).join(', ')}`;
  const anotherClass = `a class that no loaded classifier produces: ${NEVER}`;
  expect(context, rule !== undefined, [...path, 'action_class'], classes, anotherClass);
  if (rule === undefined) return;
  const isProvider = provider === rule.provider;
  const expected = `${quote(rule.provider)} for this class`;
  expect(context, isProvider, [...path, 'provider'], expected, `another string: ${NEVER}`);
  const fields = declaredFields(rule, classifiers);
  allowed_targets.forEach((entry, index) => {
    entryWarnings(entry, rule, fields, [...path, 'allowed_targets', index], context);
  });
}

function entryWarnings(
  entry: TargetEntry,
  rule: ClassifierRule,
  fields: DeclaredFields,
  path: Path,
  context: Refinement,
): void {
  const absent = new Set<string | undefined>();
  for (const [name, value] of Object.entries(entry)) {
    if (value === null) absent.add(fields.get(name)?.key);
    if (typeof value !== 'string') continue;
    const isSecret = hasSecretShape(value);
    expect(
      context,
      !isSecret,
      [...path, name],
      'no secret',
      `what looks like one, as no record has: ${NEVER}`,
    );
    const isLong = exceedsUtf8(value, STORED_BYTES);
    const most = `at most ${STORED_BYTES} bytes, as in records`;
    expect(context, !isLong, [...path, name], most, `more: ${NEVER}`);
  }
  for (const { anyOf } of rule.required) {
    if (!anyOf.every((key) => absent.has(key))) continue;
    const expectation = `an entry in which ${anyOf.map((key) => `\`${key}\``).join(' or ')} may be present`;
    expect(context, false, path, expectation, `null, as in no complete target: ${NEVER}`);
  }
}
