/** What a scope of a credential is to the scope that a category needs. */
export type ScopeKind = 'sufficient' | 'overbroad' | 'insufficient' | 'unrecognised';

/** By needed scope: other scopes that are known. What is not listed is unrecognised and never covers. */
const COVERAGE: ReadonlyMap<string, ReadonlyMap<string, ScopeKind>> = new Map([
  [
    'repo:deploy_key:write',
    new Map<string, ScopeKind>([
      ['repo:admin', 'overbroad'],
      ['repo:read', 'insufficient'],
      ['repo:metadata', 'insufficient'],
      ['repo:contents:read', 'insufficient'],
    ]),
  ],
]);

/** Scopes other than the needed one of which it is known what they are to it. */
export function knownScopes(needed: string): ReadonlyMap<string, ScopeKind> {
  return COVERAGE.get(needed) ?? new Map();
}

/** How one scope covers the one that is needed; the same scope is sufficient. */
export function scopeKind(needed: string, scope: string): ScopeKind {
  if (scope === needed) return 'sufficient';
  return knownScopes(needed).get(scope) ?? 'unrecognised';
}
