import { aboutDialect } from './about.ts';
import type { Dialect } from './dialect.ts';
import { DIALECTS } from './registry.ts';

/**
 * Where on a span something stands. A key is named only where a dialect asks for it by that very name: it stands in
 * our source, so it can carry nothing of the span's. Keys whose tail somebody else chose are a `family`: the form
 * in which the dialect documents them, or `undefined`, and how many there are.
 */
export type Place =
  | { readonly in: 'attribute' | 'resource' | 'event'; readonly key: string }
  | { readonly in: 'family'; readonly family: string | undefined; readonly count: number }
  | { readonly in: 'span_name' | 'scope_name' | 'span_kind' | 'span_status' | 'span_parent' };

/** What of a dialect's fingerprint a span bears: the scopes, keys and prefixes that it declares, as it declares them. */
export interface Sign {
  readonly by: 'scope' | 'attribute' | 'name_prefix';
  readonly text: string;
}

/** The parts of a dialect's fingerprint. */
export function signsOf(dialect: Dialect): readonly Sign[] {
  const { scopes = [], attributes = [], namePrefixes = [] } = aboutDialect(dialect).fingerprint;
  return [
    ...scopes.map((text) => ({ by: 'scope', text }) as const),
    ...attributes.map((text) => ({ by: 'attribute', text }) as const),
    ...namePrefixes.map((text) => ({ by: 'name_prefix', text }) as const),
  ];
}

/** `` `mcp.request.argument.<key>` `` among what a dialect documents: how it writes keys that others chose. */
const FAMILY = /`([a-z][\w.-]*\.)(<[^`<>]*>|\*)`/gi;

/** Keys with a tail of the caller's, by their prefix, each in its documented form: the dialect's own where it has one. */
export function familiesOf(dialect: Dialect): ReadonlyMap<string, string> {
  const families = new Map<string, string>();
  for (const documented of [...DIALECTS, dialect]) {
    for (const text of Object.values(aboutDialect(documented).documents)) {
      for (const [, prefix = '', tail = ''] of text.matchAll(FAMILY)) families.set(prefix, prefix + tail);
    }
  }
  return families;
}
