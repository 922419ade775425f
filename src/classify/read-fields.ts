import { isListPath, LIST_MEMBERS, membersAt, valueAt } from './argument-path.ts';
import type { CheckedValue, RawField } from './candidate.ts';
import { isBlank, normaliseIdentifier } from './normalise.ts';
import type { ClassifierRule, FieldRule } from './rule.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The fields of one rule as the arguments hold them, raw. */
export interface FieldReading {
  readonly fields: readonly RawField[];
  readonly checked: readonly CheckedValue[];
  /** Target keys of which at least one alias counts. */
  readonly present: readonly string[];
  /** Target keys whose list is too long to be projected. */
  readonly overlong: readonly string[];
  /** Two aliases of one field differ; such a field is present and checked, but not among `fields`. */
  readonly conflicting: boolean;
}

/** What one alias holds where it counts. */
type Value = string | boolean | readonly string[];

/**
 * Reads a rule's fields by own property. A value of another type than the field's, a blank string, an empty list and a
 * list with a member that is either count as absent. Aliases are compared after normalisation, before the first present
 * one wins.
 */
export function readFields(rule: ClassifierRule, args: Arguments): FieldReading {
  const fields: RawField[] = [];
  const checked: CheckedValue[] = [];
  const present: string[] = [];
  const overlong: string[] = [];
  let conflicting = false;
  for (const field of rule.fields) {
    const { key } = field;
    let first: Value | undefined;
    let agreed = true;
    for (const alias of field.aliases) {
      const value = counted(field, alias, args);
      if (value === undefined) continue;
      for (const text of texts(value)) checked.push({ key, value: text, isProjected: first === undefined });
      if (typeof value === 'object' && value.length > LIST_MEMBERS) overlong.push(key);
      if (first === undefined) first = value;
      else agreed &&= isSame(first, value);
    }
    if (first !== undefined) {
      present.push(key);
      conflicting ||= !agreed;
      if (agreed) fields.push(rawField(field, first));
    } else if (field.as === 'hashed' && field.nullWhenAbsent) {
      fields.push({ key, as: 'null' });
    }
  }
  return { fields, checked, present, overlong, conflicting };
}

function counted(field: FieldRule, alias: string, args: Arguments): Value | undefined {
  if (isListPath(alias)) return countedList(field, membersAt(args, alias));
  return countedOne(field, valueAt(args, alias));
}

function countedOne(field: FieldRule, value: unknown): string | boolean | undefined {
  if (field.as === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (field.integers && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

function countedList(field: FieldRule, members: readonly unknown[] | undefined): Value | undefined {
  if (members === undefined || members.length === 0) return undefined;
  // A hole, which no JSON has, is a member too.
  const counts = Array.from(members, (member) => countedOne(field, member));
  return counts.every((value) => typeof value === 'string') ? counts : undefined;
}

function texts(value: Value): readonly string[] {
  if (typeof value === 'boolean') return [];
  return typeof value === 'string' ? [value] : value;
}

function isSame(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (typeof one === 'boolean' || typeof other === 'boolean') return false;
  const [ones, others] = [identifiers(one), identifiers(other)];
  return ones.length === others.length && ones.every((value, at) => value === others[at]);
}

function identifiers(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string'
    ? [normaliseIdentifier(value)]
    : [...new Set(value.map(normaliseIdentifier))].sort();
}

function rawField(field: FieldRule, value: Value): RawField {
  const { key } = field;
  if (typeof value === 'boolean') return { key, as: 'flag', value };
  const { domain } = field as Extract<FieldRule, { as: 'hashed' }>;
  if (typeof value !== 'string') return { key, as: 'list', domain, values: value };
  return field.as === 'hashed' ? { key, as: 'hashed', domain, value } : { key, as: 'plain', value };
}
