import { describe, expect, it } from 'vitest';
import { scopeKind } from '../../src/gate/scope-coverage.ts';

describe('a scope of a credential', () => {
  it.each([
    ['repo:deploy_key:write', 'repo:deploy_key:write', 'sufficient'],
    ['repo:deploy_key:write', 'repo:admin', 'overbroad'],
    ['repo:deploy_key:write', 'repo:read', 'insufficient'],
    ['repo:deploy_key:write', 'repo:metadata', 'insufficient'],
    ['repo:deploy_key:write', 'repo:contents:read', 'insufficient'],
    ['repo:deploy_key:write', 'repo', 'unrecognised'],
    ['repo:deploy_key:write', 'REPO:ADMIN', 'unrecognised'],
    ['repo:deploy_key:write', 'toString', 'unrecognised'],
    ['workspace:role:write', 'workspace:role:write', 'sufficient'],
    ['workspace:role:write', 'repo:admin', 'unrecognised'],
    ['toString', 'name', 'unrecognised'],
  ])('where %s is needed: %s is %s', (needed, scope, kind) => {
    expect(scopeKind(needed, scope)).toBe(kind);
  });
});
