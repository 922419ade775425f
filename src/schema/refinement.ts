import type { z } from 'zod';

/** What zod hands to a rule over several fields. */
export type Refinement = Pick<z.core.$RefinementCtx, 'addIssue'>;

/** Adds an issue at `path` unless `holds`; `expectation` is worded to follow "to be", `found` to follow "got". */
export function expect(
  context: Refinement,
  holds: boolean,
  path: readonly (string | number)[],
  expectation: string,
  found?: string,
): void {
  if (!holds) context.addIssue({ code: 'custom', path: [...path], message: expectation, params: { found } });
}

/** An object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Whether `value` is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function quote(word: string): string {
  return `"${word}"`;
}
