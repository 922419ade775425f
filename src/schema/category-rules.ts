import { CLASSIFIERS } from '../classify/registry.ts';
import type { ClassifierRule, FieldRule } from '../classify/rule.ts';

/** What a target may hold under one key, in the words of a message; `undefined` where `value` fits. */
export type Expectation = string | undefined;

/** The classifier of a category; `undefined` for null and for what is none. */
export function classifierOf(category: unknown): ClassifierRule | undefined {
  return CLASSIFIERS.find((rule) => rule.category === category);
}

/** What the target of a state must and may hold beside `provider`. */
export interface TargetKeys {
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}

/**
 * The target keys of a category in one state. Classified: all that is required and the pair that is null where
 * absent; incomplete: only what the rule keeps; redaction failed: whatever was safe.
 */
export function targetKeys(rule: ClassifierRule, classification: unknown): TargetKeys {
  const all = rule.fields.map(({ key }) => key);
  if (classification === 'classified_incomplete') return { required: [], allowed: rule.keptWhenIncomplete };
  if (classification !== 'classified') return { required: [], allowed: all };
  const single = rule.required.flatMap(({ anyOf }) => (anyOf.length === 1 ? anyOf : []));
  const nullable = rule.fields.filter(isNullable).map(({ key }) => key);
  return { required: [...new Set([...single, ...nullable])], allowed: all };
}

/** What the value of a target key must be. */
export function targetValue(rule: ClassifierRule, key: string, value: unknown): Expectation {
  const field = rule.fields.find((candidate) => candidate.key === key);
  if (field === undefined || (isNullable(field) && value === null)) return undefined;
  switch (field.as) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'a boolean';
    case 'plain':
      return typeof value === 'string' && value !== '' ? undefined : 'a string that is not empty';
    case 'hashed':
      if (typeof value === 'string' && /^sha256:[0-9a-fA-F]+$/.test(value)) return undefined;
      return `"sha256:" and hex digits${isNullable(field) ? ' or null' : ''}`;
  }
}

function isNullable(field: FieldRule): boolean {
  return field.as === 'hashed' && field.nullWhenAbsent === true;
}
