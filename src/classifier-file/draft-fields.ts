import type { FieldDocument } from '../classify/classifier-document.ts';
import type { DraftInput } from './draft-tool.ts';
import { endsInContent, endsInFreeText, wordsOf } from './draft-words.ts';
import { CLASSIFIER_LIMITS } from './forms.ts';
import { looksIdentifying } from './looks.ts';

/** The fields of a drafted category, in the order of the target: what the schema requires first, then by name. */
export interface DraftFields {
  readonly fields: readonly FieldDocument[];
  /** Keys of fields that the schema requires. */
  readonly required: readonly string[];
  /** A made-up value for each argument that is read, as a case needs them. */
  readonly example: Readonly<Record<string, string | number | boolean>>;
  /** Properties of which nothing is read. */
  readonly leftOut: readonly LeftInput[];
}

export interface LeftInput extends Pick<DraftInput, 'name' | 'types' | 'required'> {
  readonly why: 'content' | 'free' | 'type' | 'name' | 'limit';
}

/**
 * Fields for the texts, integers and truth values among the properties of an input schema. What identifies, or may, is
 * hashed; an enumeration is plain; what holds content, free text or a secret is none. Nested values are for a person to add.
 */
export function draftFields(inputs: readonly DraftInput[], family: string): DraftFields {
  const prefix = family.replaceAll('-', '_').slice(0, MOST_PREFIX);
  const keys = new Set<string>();
  const fields: FieldDocument[] = [];
  const required: string[] = [];
  const example: [string, string | number | boolean][] = [];
  const leftOut: LeftInput[] = [];
  for (const input of inOrder(inputs)) {
    const why = reasonAgainst(input, prefix, fields.length);
    if (why !== undefined) {
      leftOut.push({ name: input.name, types: input.types, required: input.required, why });
      continue;
    }
    const field = fieldOf(input, prefix, keys);
    keys.add(field.key);
    fields.push(field);
    if (input.required) required.push(field.key);
    example.push([input.name, field.as === 'flag' ? false : kindOf(input) === 'integer' ? 1 : 'TODO']);
  }
  return { fields, required, example: Object.fromEntries(example), leftOut };
}

const MOST_PREFIX = 31;
/** Characters of a domain. */
const MOST_DOMAIN = 64;
/** Characters of a key before `_hash`, so that `missing_<key>` is a name too. */
const MOST_KEY = 48;

/** Names that are paths as they stand, and mean nothing to an object. */
const PLAIN_NAME = /^[A-Za-z][\w-]*$/;

function inOrder(inputs: readonly DraftInput[]): readonly DraftInput[] {
  const named = [...new Map(inputs.map((input) => [input.name, input])).values()];
  return named.sort(
    (one, other) => Number(other.required) - Number(one.required) || (one.name < other.name ? -1 : 1),
  );
}

function reasonAgainst(input: DraftInput, prefix: string, fields: number): LeftInput['why'] | undefined {
  if (endsInContent(input.name)) return 'content';
  if (kindOf(input) === undefined) return 'type';
  if (kindOf(input) === 'text' && input.choices === undefined && endsInFreeText(input.name)) return 'free';
  const { length } = wordsOf(input.name).join('_');
  // Room for the number of a key that is there already.
  const most = Math.min(MOST_KEY, MOST_DOMAIN - prefix.length - 1) - '_99'.length;
  if (!PLAIN_NAME.test(input.name) || length > most) return 'name';
  return fields < CLASSIFIER_LIMITS.fields ? undefined : 'limit';
}

/** What a property holds; `undefined` where it is none of these alone. */
function kindOf({ types, choices }: DraftInput): 'text' | 'integer' | 'flag' | 'identifier' | undefined {
  const named = types.filter((type) => type !== 'null').sort();
  if (named.length === 0) return choices === undefined ? undefined : 'text';
  return KINDS[named.join(' ')];
}

const KINDS: Readonly<Record<string, 'text' | 'integer' | 'flag' | 'identifier'>> = {
  boolean: 'flag',
  integer: 'integer',
  'integer string': 'identifier',
  string: 'text',
};

function fieldOf(input: DraftInput, prefix: string, taken: ReadonlySet<string>): FieldDocument {
  const { name, choices } = input;
  const kind = kindOf(input);
  const words = wordsOf(name).join('_');
  const isPlain = kind === 'text' && choices !== undefined && ![name, words].some(looksIdentifying);
  const isOpen = kind === 'flag' || isPlain;
  const keyOf = isOpen ? openKey : hashKey;
  let base = words;
  for (let number = 2; taken.has(keyOf(base)); number += 1) base = `${words}_${number}`;
  const field = { key: keyOf(base), from: [name] };
  if (isOpen) return { ...field, as: kind === 'flag' ? 'flag' : 'plain' };
  const type = kind === 'text' ? {} : ({ type: 'identifier' } as const);
  return { ...field, as: 'hashed', domain: `${prefix}_${base}`, ...type };
}

function hashKey(base: string): string {
  return base.endsWith('_hash') ? base : `${base}_hash`;
}

/** A key that is no hash must not look like one, and `provider` is in every target. */
function openKey(base: string): string {
  return base === 'provider' || /_hash(es)?$/.test(base) ? `${base}_is` : base;
}
