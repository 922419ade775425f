import { FORMS } from '../classifier-file/forms.ts';
import { expect, type Fields, isObject, type Refinement } from './refinement.ts';

/**
 * A record of a category that stands in a classifier file. A reader need not have the file, so it holds such a record to
 * what every file is held to, and leaves the rest to whoever has it.
 */
export function isForeign(category: unknown): category is string {
  return typeof category === 'string' && FORMS.category.pattern.test(category);
}

/** What verb, resource and target must be whatever the file says. */
export function foreignAction(classification: unknown, action: Fields, context: Refinement): void {
  const { verb, resource_type, target } = action;
  const mayLackVerb = classification !== 'classified' && verb === null;
  expect(context, mayLackVerb || isName(verb), ['action', 'verb'], FORMS.verb.words);
  expect(context, isName(resource_type), ['action', 'resource_type'], FORMS.name.words);
  const path = ['action', 'target'];
  expect(context, isObject(target), path, 'an object for a known tool');
  if (!isObject(target)) return;
  for (const [key, value] of Object.entries(target)) {
    // A key of another form may be a raw value that slipped in: neither it nor its value is shown.
    if (!isName(key))
      expect(context, false, path, 'an object whose keys are field names', 'one with another key');
    else expect(context, isFieldValue(key, value), [...path, key], wordsFor(key));
  }
}

/** Reason codes of a state, each with the details that may go with it. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** Details are words of the file. */
export function foreignReasons(
  classification: unknown,
  category: string,
  detail: unknown,
): Reasons | undefined {
  if (classification === 'classified') return { [`classified_${category}`]: [] };
  if (classification !== 'classified_incomplete') return undefined;
  const own = typeof detail === 'string' && DETAIL.test(detail) ? [detail] : [];
  return {
    missing_required_target_field: [...own, 'arguments_not_captured', 'arguments_truncated'],
    unsupported_argument_shape: ['conflicting_target_fields', 'arguments_too_large', 'unknown_verb'],
  };
}

/** Of several keys, each of 64. */
const DETAIL = /^[a-z0-9_]{1,1024}$/;
const HASH = /^sha256:[0-9a-fA-F]+$/;

function isName(value: unknown): boolean {
  return typeof value === 'string' && FORMS.name.pattern.test(value);
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && HASH.test(value);
}

function isFieldValue(key: string, value: unknown): boolean {
  if (key.endsWith('_hashes')) return Array.isArray(value) && value.length > 0 && value.every(isHash);
  if (key.endsWith('_hash')) return value === null || isHash(value);
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '');
}

function wordsFor(key: string): string {
  if (key.endsWith('_hashes')) return 'a list of "sha256:" and hex digits';
  if (key.endsWith('_hash')) return '"sha256:" and hex digits, or null';
  return 'a string that is not empty, or a boolean';
}
