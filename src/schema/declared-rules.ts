import { isBlank } from '../classify/normalise.ts';
import type { ClassifierRule, FieldRule } from '../classify/rule.ts';
import {
  classifierOf,
  type DeclaredFields,
  declaredFields,
  HASH_PREFIX,
  isHash,
} from '../gate/declared-fields.ts';
import { onlyKeys } from './declared-shapes.ts';
import { expect, type Fields, fieldsOf, isObject, type Refinement } from './refinement.ts';

type Path = readonly (string | number)[];

/** What the actions of a declared surface must be together, and what their entries may name. */
export function declaredRules(
  value: unknown,
  classifiers: readonly ClassifierRule[],
  context: Refinement,
): void {
  const { declared_tool_actions: actions } = fieldsOf(value);
  if (!Array.isArray(actions)) return;
  const ids = new Set<unknown>();
  actions.map(fieldsOf).forEach(({ id, action_class, allowed_targets: entries, allowed_effects }, index) => {
    const path = ['declared_tool_actions', index];
    const isNew = typeof id !== 'string' || !ids.has(id);
    expect(context, isNew, [...path, 'id'], 'an id of its own', 'one that an action before it has');
    ids.add(id);
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
      : 'one with another key';
  context.addIssue({ code: 'custom', path: [...path], message, params: { found, key: name } });
}

/** What a field's value must be; `undefined` where it is. */
function expectedValue(field: FieldRule, value: unknown): string | undefined {
  if (value === null || value === '*') return undefined;
  if (field.as === 'flag') return typeof value === 'boolean' ? undefined : 'true, false, "*" or null';
  const isText = typeof value === 'string' && !isBlank(value);
  if (field.as === 'plain') return isText ? undefined : 'a string that is not empty, "*" or null';
  if (isText && (!value.startsWith(HASH_PREFIX) || isHash(value))) return undefined;
  return 'a plain value, "sha256:" and 64 hex digits, "*" or null';
}
