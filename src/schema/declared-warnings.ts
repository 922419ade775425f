import type { z } from 'zod';
import type { ClassifierRule } from '../classify/rule.ts';
import { classifierOf, type DeclaredFields, declaredFields } from '../gate/declared-fields.ts';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import { exceedsUtf8, STORED_BYTES } from '../redact/utf8.ts';
import { COMPARED_DECISION } from './declared-rules.ts';
import { misspelt } from './near-word.ts';
import { expect, type Fields, fieldsOf, isObject, quote, type Refinement } from './refinement.ts';
import { reviewWarnings } from './review-warnings.ts';

const NEVER = 'it can never match';

/** Of all categories of all files, in one message. */
const MOST_LISTED = 20;
/** Of a class that only a classifier file can produce. */
const UNLOADED = ' until its classifier file is loaded (`--classifiers`)';

/**
 * What of a declared surface does nothing: it can never match, or is not compared. Of one that is not valid, what can
 * be said of its valid parts.
 */
export function declaredWarnings(
  document: unknown,
  classifiers: readonly ClassifierRule[],
): readonly z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  const context: Refinement = { addIssue: (issue) => void issues.push(issue as z.core.$ZodIssue) };
  const { declared_tool_actions: actions, reviewed_tools: reviews } = fieldsOf(document);
  arrayOf(actions).forEach((action, index) => {
    actionWarnings(fieldsOf(action), ['declared_tool_actions', index], classifiers, context);
  });
  reviewWarnings(arrayOf(reviews).map(fieldsOf), context);
  return issues;
}

type Path = readonly (string | number)[];

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function actionWarnings(
  { action_class, provider, allowed_targets, required_decision }: Fields,
  path: Path,
  classifiers: readonly ClassifierRule[],
  context: Refinement,
): void {
  const isCompared = typeof required_decision !== 'string' || required_decision === COMPARED_DECISION;
  const other = 'another word, which is for people alone: nothing compares it';
  expect(context, isCompared, [...path, 'required_decision'], quote(COMPARED_DECISION), other);
  if (typeof action_class !== 'string' || action_class === '') return;
  const rule = classifierOf(action_class, classifiers);
  const categories = classifiers.map(({ category }) => category);
  const beyond = categories.length - MOST_LISTED;
  const more = beyond > 0 ? ` and ${beyond} more` : '';
  const classes = `one of ${categories.slice(0, MOST_LISTED).map(quote).join(', ')}${more}`;
  const meant = misspelt(action_class, categories);
  const anotherClass =
    meant === undefined
      ? `a class that no loaded classifier produces: ${NEVER}${action_class.includes('/') ? UNLOADED : ''}`
      : `${meant} As it stands, ${NEVER}`;
  expect(context, rule !== undefined, [...path, 'action_class'], classes, anotherClass);
  if (rule === undefined) return;
  const isProvider = typeof provider !== 'string' || provider === '' || provider === rule.provider;
  const expected = `${quote(rule.provider)} for this class`;
  expect(context, isProvider, [...path, 'provider'], expected, `another string: ${NEVER}`);
  const fields = declaredFields(rule, classifiers);
  arrayOf(allowed_targets).forEach((entry, index) => {
    if (isObject(entry)) entryWarnings(entry, rule, fields, [...path, 'allowed_targets', index], context);
  });
}

function entryWarnings(
  entry: Fields,
  rule: ClassifierRule,
  fields: DeclaredFields,
  path: Path,
  context: Refinement,
): void {
  const absent = new Set<string | undefined>();
  for (const [name, value] of Object.entries(entry)) {
    if (!fields.has(name)) continue;
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
