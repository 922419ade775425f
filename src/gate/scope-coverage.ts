/** What a scope of a credential is to the scope that a category needs. */
export type ScopeKind = 'sufficient' | 'overbroad' | 'insufficient' | 'unrecognised';

/** By needed scope: other scopes that are known. What is not listed is unrecognised and never covers. */
const COVERAGE: Readonly<Record<string, Readonly<Record<string, ScopeKind>>>> = {
  'repo:deploy_key:write': {
    'repo:admin': 'overbroad',
    'repo:read': 'insufficient',
    'repo:metadata': 'insufficient',
    'repo:contents:read': 'insufficient',
  },
};

/** How one scope covers the one that is needed; the same scope is sufficient. */
export function scopeKind(needed: string, scope: string): ScopeKind {
  if (scope === needed) return 'sufficient';
  const known = Object.hasOwn(COVERAGE, needed) ? COVERAGE[needed] : undefined;
  return known && Object.hasOwn(known, scope) ? (known[scope] ?? 'unrecognised') : 'unrecognised';
}
