import type { ClassifierRule, FieldRule } from '../classify/rule.ts';

/** Under which names an entry of a category may declare which field of the target. */
export type DeclaredFields = ReadonlyMap<string, FieldRule>;

/**
 * The names of a category's fields: the key in the target, its own argument names, and the names under which any
 * other classifier reads the same key, so that `user` and `principal` say the same everywhere. What a category
 * calls its own comes first.
 */
export function declaredFields(rule: ClassifierRule, classifiers: readonly ClassifierRule[]): DeclaredFields {
  const fields = new Map<string, FieldRule>();
  const add = (name: string, field: FieldRule) => {
    if (!fields.has(name)) fields.set(name, field);
  };
  for (const field of rule.fields) add(field.key, field);
  for (const field of rule.fields) for (const name of namesOf(field)) add(name, field);
  const known = namesByKey(classifiers);
  for (const field of rule.fields) for (const name of known.get(field.key) ?? []) add(name, field);
  return fields;
}

/** Asked for every declared action: all rules are gone through once. */
const NAMES_OF = new WeakMap<readonly ClassifierRule[], ReadonlyMap<string, ReadonlySet<string>>>();

/** Every name under which some classifier reads a key of the target, in their order. */
function namesByKey(classifiers: readonly ClassifierRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = NAMES_OF.get(classifiers);
  if (known !== undefined) return known;
  const names = new Map<string, Set<string>>();
  for (const field of classifiers.flatMap(({ fields }) => fields)) {
    const ofKey = names.get(field.key) ?? new Set<string>();
    names.set(field.key, ofKey);
    for (const name of namesOf(field)) ofKey.add(name);
  }
  NAMES_OF.set(classifiers, names);
  return names;
}

/** The arguments of a field, as people name them: that one of them holds a list is no part of its name. */
function namesOf({ aliases }: FieldRule): readonly string[] {
  return aliases.map((alias) => alias.replaceAll('[]', ''));
}

/** The classifier that produces an `action_class`; `undefined` where none that is loaded does. */
export function classifierOf(
  actionClass: unknown,
  classifiers: readonly ClassifierRule[],
): ClassifierRule | undefined {
  return classifiers.find(({ category }) => category === actionClass);
}

/** A value that begins like this is a hash, not a name. */
export const HASH_PREFIX = 'sha256:';
const HASH = /^sha256:[0-9a-fA-F]{64}$/;

/** Whether a value that begins with {@link HASH_PREFIX} is one that can be compared. */
export function isHash(value: string): boolean {
  return HASH.test(value);
}
