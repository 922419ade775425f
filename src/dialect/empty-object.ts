import { isJsonObject } from './json-object.ts';

/**
 * `{}`, as JSON or as a map. Some instrumentations write it in place of content that they were told not to record,
 * so it says neither that a call had no arguments nor that its result bears no error.
 */
export function isEmptyObject(value: unknown): boolean {
  if (typeof value === 'string') return value.length < 16 && value.replace(/\s/g, '') === '{}';
  return isJsonObject(value) && Object.keys(value).length === 0;
}
