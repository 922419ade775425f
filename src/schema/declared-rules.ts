import { isBlank } from '../classify/normalise.ts';
import type { ClassifierRule, FieldRule } from '../classify/rule.ts';
import {
  classifierOf,
  type DeclaredFields,
  declaredFields,
  HASH_PREFIX,
  isHash,
} from '../gate/declared-fields.ts';
import { anotherKey, onlyKeys } from './declared-shapes.ts';
import { misspelt } from './near-word.ts';
import { expect, type Fields, fieldsOf, isObject, type Refinement } from './refinement.ts';

type Path = readonly (string | number)[];

/** Keys of the document that are read. */
const KEYS = [
  'schema',
  'declared_tool_actions',
  'reviewed_tools',
  'declared_credentials',
  'expected_services',
];
/** Those that other tools and the published text know. */
const OTHER_KEYS = ['$schema', 'non_claims'];
/** What keys of anybody's own begin with. */
const OWN = 'x-';

/** The one decision that is compared; any other is for people to read. */
export const COMPARED_DECISION = 'explicit_policy';

/** What a declared surface and its actions must be together, and what their entries may name. */
export function declaredRules(
  value: unknown,
  classifiers: readonly ClassifierRule[],
  context: Refinement,
): void {
  keyRules(fieldsOf(value), context);
  const { declared_tool_actions: actions } = fieldsOf(value);
  if (!Array.isArray(actions)) return;
  const ids = new Map<unknown, number>();
  actions.map(fieldsOf).forEach((action, index) => {
    const { id, action_class, allowed_targets: entries, allowed_effects } = action;
    const path = ['declared_tool_actions', index];
    const first = typeof id === 'string' ? ids.get(id) : undefined;
    if (first === undefined) ids.set(id, index);
    else refuseId([...path, 'id'], ['declared_tool_actions', first], context);
    decisionRule(action.required_decision, [...path, 'required_decision'], context);
    const isEmpty = Array.isArray(allowed_effects) && allowed_effects.length === 0;
    expect(context, !isEmpty, [...path, 'allowed_effects'], '"allow", "deny" or both', 'an empty array');
    if (!Array.isArray(entries)) return;
    const rule = classifierOf(action_class, classifiers);
    const fields = rule && declaredFields(rule, classifiers);
    entries.forEach((entry, at) => {
      const entryPath = [...path, 'allowed_targets', at];
      expect(context, isObject(entry), entryPath, 'an object');
      if (isObject(entry) && fields !== undefined) entryRules(entry, fields, entryPath, context);
    });
  });
}

/** A key that is spelt wrong would be a check that nobody makes. */
function keyRules(document: Fields, context: Refinement): void {
  for (const key of Object.keys(document)) {
    if (KEYS.includes(key) || OTHER_KEYS.includes(key) || key.startsWith(OWN)) continue;
    const message = `${onlyKeys(KEYS)}, and of keys that begin with "${OWN}"`;
    context.addIssue({ code: 'custom', path: [], message, params: { found: anotherKey(key, KEYS), key } });
  }
}

function refuseId(path: Path, first: Path, context: Refinement): void {
  const found = `that of \`${first[0]}[${first[1]}]\``;
  context.addIssue({
    code: 'custom',
    path: [...path],
    message: 'an id of its own',
    params: { found, first },
  });
}

/** Any word is a decision; one that is nearly the compared one would not be compared. */
function decisionRule(decision: unknown, path: Path, context: Refinement): void {
  if (typeof decision !== 'string' || decision === COMPARED_DECISION) return;
  const found = misspelt(decision, [COMPARED_DECISION]);
  expect(context, found === undefined, path, `"${COMPARED_DECISION}", or another word altogether`, found);
}

function entryRules(entry: Fields, fields: DeclaredFields, path: Path, context: Refinement): void {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(entry)) {
    const field = fields.get(name);
    if (field === undefined) {
      refuseKey(name, fields, path, context);
      continue;
    }
    const other = names.get(field.key);
    const once = `absent, since \`${other}\` declares the same field`;
    expect(context, other === undefined, [...path, name], once);
    names.set(field.key, name);
    const expectation = expectedValue(field, value);
    if (expectation === undefined) continue;
    const isNumber = typeof value === 'number';
    expect(context, false, [...path, name], expectation, isNumber ? 'a number; put it in quotes' : undefined);
  }
}

function refuseKey(name: string, fields: DeclaredFields, path: Path, context: Refinement): void {
  const message = onlyKeys([...fields.keys()]);
  const found =
    name === 'provider'
      ? 'one with `provider`, which stands beside `allowed_targets`'
      : anotherKey(name, [...fields.keys()]);
  context.addIssue({ code: 'custom', path: [...path], message, params: { found, key: name } });
}

/** What a field's value must be; `undefined` where it is. */
function expectedValue(field: FieldRule, value: unknown): string | undefined {
  if (value === null || value === '*') return undefined;
  if (field.as === 'flag') return typeof value === 'boolean' ? undefined : 'true, false, "*" or null';
  if (field.as === 'hashed' && field.list) return expectedMembers(value);
  const isText = typeof value === 'string' && !isBlank(value);
  if (field.as === 'plain') return isText ? undefined : 'a string that is not empty, "*" or null';
  if (isHashable(value)) return undefined;
  return 'a plain value, "sha256:" and 64 hex digits, "*" or null';
}

/** Of a list field: one member, or all that may be in it. */
function expectedMembers(value: unknown): string | undefined {
  const members = Array.isArray(value) ? value : [value];
  if (members.length > 0 && members.every(isHashable)) return undefined;
  return 'a list of plain values or of "sha256:" and 64 hex digits, one of them, "*" or null';
}

function isHashable(value: unknown): boolean {
  if (typeof value !== 'string' || isBlank(value)) return false;
  return !value.startsWith(HASH_PREFIX) || isHash(value);
}
