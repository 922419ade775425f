import type { Attributes } from '../span/view.ts';
import { DIALECTS } from './registry.ts';

const SCOPES: ReadonlySet<string> = new Set(DIALECTS.flatMap(({ fingerprint }) => fingerprint.scopes ?? []));
const KEYS = [...new Set(DIALECTS.flatMap(({ fingerprint }) => fingerprint.attributes ?? []))];
const PREFIXES = [...new Set(DIALECTS.flatMap(({ fingerprint }) => fingerprint.namePrefixes ?? []))];

/**
 * Whether any dialect may recognise a span; false for nearly every span of a host process, at the cost of a
 * few look-ups. A span that was handed over may say nothing here: ask for the hand-over beside it.
 */
export function mayBeToolSpan(scopeName: string, name: string, attributes: Attributes): boolean {
  if (SCOPES.has(scopeName)) return true;
  for (const key of KEYS) if (Object.hasOwn(attributes, key)) return true;
  for (const prefix of PREFIXES) if (name.startsWith(prefix)) return true;
  return false;
}
