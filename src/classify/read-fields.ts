import type { KnownCandidate, RawField } from './candidate.ts';
import { isBlank, normaliseIdentifier } from './normalise.ts';
import type { ClassifierRule, FieldRule } from './rule.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Checked = KnownCandidate['checked'][number];

/** The fields of one rule as the arguments hold them, raw. */
export interface FieldReading {
  readonly fields: readonly RawField[];
  readonly checked: readonly Checked[];
  /** Target keys of which at least one alias counts. */
  readonly present: readonly string[];
  /** Two aliases of one field differ; such a field is present and checked, but not among `fields`. */
  readonly conflicting: boolean;
}

/**
 * Reads a rule's fields by own property. A value of another type than the field's and a blank string count as
 * absent. Aliases are compared after normalisation, before the first present one wins.
 */
export function readFields(rule: ClassifierRule, args: Arguments): FieldReading {
  const fields: RawField[] = [];
  const checked: Checked[] = [];
  const present: string[] = [];
  let conflicting = false;
  for (const field of rule.fields) {
    let first: string | boolean | undefined;
    let agreed = true;
    for (const alias of field.aliases) {
      const value = Object.hasOwn(args, alias) ? args[alias] : undefined;
      if (!counts(field, value)) continue;
      if (typeof value === 'string') checked.push({ key: field.key, value });
      if (first === undefined) first = value;
      else agreed &&= isSame(first, value);
    }
    if (first !== undefined) {
      present.push(field.key);
      conflicting ||= !agreed;
      if (agreed) fields.push(rawField(field, first));
    } else if (field.as === 'hashed' && field.nullWhenAbsent) {
      fields.push({ key: field.key, as: 'null' });
    }
  }
  return { fields, checked, present, conflicting };
}

function counts(field: FieldRule, value: unknown): value is string | boolean {
  if (field.as === 'flag') return typeof value === 'boolean';
  return typeof value === 'string' && !isBlank(value);
}

function isSame(one: string | boolean, other: string | boolean): boolean {
  if (one === other) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return normaliseIdentifier(one) === normaliseIdentifier(other);
}

function rawField(field: FieldRule, value: string | boolean): RawField {
  const { key } = field;
  if (typeof value === 'boolean') return { key, as: 'flag', value };
  return field.as === 'hashed'
    ? { key, as: 'hashed', domain: field.domain, value }
    : { key, as: 'plain', value };
}
