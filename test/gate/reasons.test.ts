import { describe, expect, it } from 'vitest';
import type { DeclaredSurface } from '../../src/gate/declared-surface.ts';
import { gate } from '../../src/gate/gate.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, OUTCOMES, runOf, TODAY } from './observed.ts';

const { github } = CALLS;
const noAlias = { ...github, redaction: { ...github.redaction, credential_alias: null } };
const withScopes = (...scopes: readonly string[]) =>
  declared([GITHUB], { declared_credentials: { 'github-prod-admin': { scopes } } });

/** Reports find their words by these: a reason that is renamed is one that nobody can read. */
describe('the reason of a finding', () => {
  it.each<
    [
      reason: string,
      row: string,
      call: ObservedRecord,
      outcome: keyof typeof OUTCOMES,
      declared: DeclaredSurface,
    ]
  >([
    ['result_observed', 'deny_not_effective', github, 'denied with a result', declared([GITHUB])],
    ['not_enforced', 'deny_not_effective', github, 'denied without enforcement', declared([GITHUB])],
    ['result_observed', 'policy_failed_open', github, 'failed with a result', declared([GITHUB])],
    [
      'no_decision_observed',
      'required_decision',
      github,
      'undecided',
      declared([{ ...GITHUB, required_decision: 'explicit_policy' }]),
    ],
    ['credential_alias_missing', 'credential_scope.unknown', noAlias, 'allowed', withScopes()],
    [
      'credential_alias_not_declared',
      'credential_alias.unknown',
      github,
      'allowed',
      declared([GITHUB], { declared_credentials: {} }),
    ],
    ['scope_unrecognised', 'credential_scope.unknown', github, 'allowed', withScopes('repo')],
    ['scope_not_covered', 'credential_scope.insufficient', github, 'allowed', withScopes('repo:read')],
    ['scope_overbroad', 'credential_scope.overbroad', github, 'allowed', withScopes('repo:admin')],
    [
      'scope_unrecognised',
      'credential_scope.unrecognised',
      github,
      'allowed',
      withScopes('repo', 'repo:deploy_key:write'),
    ],
  ])('is %s: %s', (reason, row, call, outcome, surface) => {
    const { findings } = gate([runOf({ ...call, ...OUTCOMES[outcome] })], surface, { today: TODAY });
    expect(findings.map((finding) => [finding.row, finding.reason])).toEqual([[row, reason]]);
  });
});
