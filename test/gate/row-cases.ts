import type { DeclaredAction, DeclaredSurface } from '../../src/gate/declared-surface.ts';
import type { ObservedRecord } from '../../src/gate/observed-run.ts';
import type { CallRow } from '../../src/gate/rows.ts';
import { declared, GITHUB } from './declared.ts';
import { CALLS, type OUTCOMES, TODAY, unknownTool } from './observed.ts';

const NOTHING: readonly DeclaredAction[] = [];
const ELSEWHERE = [{ ...GITHUB, allowed_targets: [{ owner: 'org', repo: 'other' }] }];
const OTHER_OWNER = [{ ...GITHUB, allowed_targets: [{ owner: 'others' }] }];
const ANYWHERE = [{ ...GITHUB, allowed_targets: [] }];
const OWNED = [{ ...GITHUB, allowed_targets: [{ owner: 'org', repo: '*' }] }];
const ONLY_ALLOW: readonly DeclaredAction[] = [{ ...GITHUB, allowed_effects: ['allow'] }];
const ONLY_DENY: readonly DeclaredAction[] = [{ ...GITHUB, allowed_effects: ['deny'] }];
const ASKS_FOR_POLICY = [{ ...GITHUB, required_decision: 'explicit_policy' }];
const CREDENTIAL = { 'github-prod-admin': { scopes: ['repo:deploy_key:write'] } };
const REVIEW = { server: 'github', tool: 'misc.do_thing', reason: 'seen' };
const RISKY_REVIEW = { ...REVIEW, tool: 'create_webhook' };

const { github, incomplete, unknown } = CALLS;
const risky = unknownTool('create_webhook');
const secret = unknownTool('lookup', { reason_code: 'redacted_secret_argument' });
const withScopes = (...scopes: readonly string[]) => ({
  declared_credentials: { 'github-prod-admin': { scopes } },
});
const scoped = (required_scope: string | null | undefined): ObservedRecord => ({
  ...github,
  action: { ...github.action, required_scope },
});
const noAlias = { ...github, redaction: { ...github.redaction, credential_alias: null } };

export type RowCase = readonly [
  title: string,
  call: ObservedRecord,
  outcome: keyof typeof OUTCOMES,
  declared: DeclaredSurface,
  rows: readonly CallRow[],
  listed?: 'matched' | 'reviewed',
];

/** One call against one declared surface, and the rows that it comes to. */
export const ROW_CASES: readonly RowCase[] = [
  ['allowed, declared', github, 'allowed', declared([GITHUB]), [], 'matched'],
  ['allowed by an action that only allows', github, 'allowed', declared(ONLY_ALLOW), [], 'matched'],
  ['allowed, nothing declared', github, 'allowed', declared(NOTHING), ['new_privileged_tool_action']],
  [
    'allowed, another target declared',
    github,
    'allowed',
    declared(ELSEWHERE),
    ['new_privileged_tool_action'],
  ],
  ['allowed, only denials declared', github, 'allowed', declared(ONLY_DENY), ['new_privileged_tool_action']],

  [
    'incomplete, nothing declared',
    incomplete,
    'allowed',
    declared(NOTHING),
    ['inconclusive_tool_target.undeclared'],
  ],
  [
    'incomplete, contradicted',
    incomplete,
    'allowed',
    declared(OTHER_OWNER),
    ['inconclusive_tool_target.undeclared'],
  ],
  [
    'incomplete, only denials declared',
    incomplete,
    'allowed',
    declared(ONLY_DENY),
    ['inconclusive_tool_target.undeclared'],
  ],
  [
    'incomplete, may be declared',
    incomplete,
    'allowed',
    declared([GITHUB]),
    ['inconclusive_tool_target.declared'],
  ],
  [
    'incomplete, no constraint',
    incomplete,
    'allowed',
    declared(ANYWHERE),
    ['inconclusive_tool_target.unconstrained'],
  ],
  [
    'incomplete, constraints hold',
    incomplete,
    'allowed',
    declared(OWNED),
    ['inconclusive_tool_target.unconstrained'],
  ],
  [
    'redaction failed, nothing declared',
    CALLS.redactionFailed,
    'allowed',
    declared([GITHUB]),
    ['inconclusive_tool_target.undeclared'],
  ],

  ['denied, declared', github, 'denied', declared([GITHUB]), ['attempted.declared']],
  ['denied, nothing declared', github, 'denied', declared(NOTHING), ['attempted.undeclared']],
  ['denied, no denial declared', github, 'denied', declared(ONLY_ALLOW), ['attempted.undeclared']],
  ['denied, another target declared', github, 'denied', declared(ELSEWHERE), ['attempted.undeclared']],
  [
    'denied, incomplete, a denial of the class',
    incomplete,
    'denied',
    declared(OTHER_OWNER),
    ['attempted.incomplete'],
  ],
  [
    'denied, incomplete, no denial of the class',
    incomplete,
    'denied',
    declared(ONLY_ALLOW),
    ['attempted.undeclared'],
  ],

  [
    'denied without enforcement, declared',
    github,
    'denied without enforcement',
    declared([GITHUB]),
    ['deny_not_effective'],
    'matched',
  ],
  [
    'denied with a result, declared',
    github,
    'denied with a result',
    declared([GITHUB]),
    ['deny_not_effective'],
    'matched',
  ],
  [
    'denied with a result, only denials declared',
    github,
    'denied with a result',
    declared(ONLY_DENY),
    ['new_privileged_tool_action', 'deny_not_effective'],
  ],
  [
    'denied without enforcement, incomplete',
    incomplete,
    'denied without enforcement',
    declared([GITHUB]),
    ['inconclusive_tool_target.declared', 'deny_not_effective'],
  ],
  [
    'denied without enforcement, unknown',
    unknown,
    'denied without enforcement',
    declared(NOTHING),
    ['unclassified.other', 'deny_not_effective'],
  ],

  ...(['denied by nobody', 'denied, and verified', 'denied, and confirmed in words'] as const).map(
    (outcome): RowCase => [
      `${outcome}, high-risk`,
      risky,
      outcome,
      declared(NOTHING),
      ['unclassified.high_risk', 'deny_not_effective'],
    ],
  ),
  [
    'denied, and asserted in words',
    risky,
    'denied, and asserted in words',
    declared(NOTHING),
    ['unclassified.denied'],
  ],
  ['policy failed, declared', github, 'failed', declared([GITHUB]), ['policy_failed.declared']],
  [
    'policy failed, only denials declared',
    github,
    'failed',
    declared(ONLY_DENY),
    ['policy_failed.undeclared'],
  ],
  [
    'policy failed, another target declared',
    github,
    'failed',
    declared(ELSEWHERE),
    ['policy_failed.undeclared'],
  ],
  [
    'policy failed, incomplete, no constraint',
    incomplete,
    'failed',
    declared(ANYWHERE),
    ['policy_failed.declared'],
  ],
  [
    'policy failed, incomplete, may be declared',
    incomplete,
    'failed',
    declared([GITHUB]),
    ['policy_failed.undeclared'],
  ],
  [
    'policy failed open, declared',
    github,
    'failed with a result',
    declared([GITHUB]),
    ['policy_failed_open'],
    'matched',
  ],
  [
    'policy failed open, nothing declared',
    github,
    'failed with a result',
    declared(NOTHING),
    ['new_privileged_tool_action', 'policy_failed_open'],
  ],

  ['unknown, denied', unknown, 'denied', declared(NOTHING), ['unclassified.denied']],
  ['unknown, high-risk, denied', risky, 'denied', declared(NOTHING), ['unclassified.denied']],
  ['unknown, undecided', unknown, 'failed', declared(NOTHING), ['unclassified.undecided']],
  [
    'unknown, undecided, reviewed',
    unknown,
    'failed',
    declared(NOTHING, { reviewed_tools: [REVIEW] }),
    ['unclassified.undecided'],
  ],
  ['unknown', unknown, 'allowed', declared(NOTHING), ['unclassified.other']],
  [
    'unknown, reviewed on another server',
    unknown,
    'allowed',
    declared(NOTHING, { reviewed_tools: [{ ...REVIEW, server: 'other' }] }),
    ['unclassified.other'],
  ],
  [
    'unknown, reviewed by its leaf alone',
    unknown,
    'allowed',
    declared(NOTHING, { reviewed_tools: [{ ...REVIEW, tool: 'do_thing' }] }),
    ['unclassified.other'],
  ],
  ['unknown, reviewed', unknown, 'allowed', declared(NOTHING, { reviewed_tools: [REVIEW] }), [], 'reviewed'],
  [
    'unknown, reviewed up to today',
    unknown,
    'allowed',
    declared(NOTHING, { reviewed_tools: [{ ...REVIEW, until: TODAY }] }),
    [],
    'reviewed',
  ],
  [
    'unknown, reviewed up to yesterday',
    unknown,
    'allowed',
    declared(NOTHING, { reviewed_tools: [{ ...REVIEW, until: '2026-11-30' }] }),
    ['unclassified.other'],
  ],
  ['unknown, high-risk by name', risky, 'allowed', declared(NOTHING), ['unclassified.high_risk']],
  ['unknown, high-risk by argument', secret, 'allowed', declared(NOTHING), ['unclassified.high_risk']],
  [
    'unknown, high-risk, reviewed',
    risky,
    'allowed',
    declared(NOTHING, { reviewed_tools: [RISKY_REVIEW] }),
    ['unclassified.reviewed_high_risk'],
  ],
  [
    'unknown, high-risk, reviewed as such',
    risky,
    'allowed',
    declared(NOTHING, { reviewed_tools: [RISKY_REVIEW, { ...RISKY_REVIEW, high_risk: true }] }),
    [],
    'reviewed',
  ],
  [
    'unknown, high-risk, reviewed as such up to yesterday',
    risky,
    'allowed',
    declared(NOTHING, {
      reviewed_tools: [RISKY_REVIEW, { ...RISKY_REVIEW, high_risk: true, until: '2026-11-30' }],
    }),
    ['unclassified.reviewed_high_risk'],
  ],
  [
    'not observed, of a known category',
    { ...github, classification: 'not_observed' },
    'allowed',
    declared([GITHUB]),
    ['unclassified.high_risk'],
  ],

  [
    'credential sufficient',
    github,
    'allowed',
    declared([GITHUB], { declared_credentials: CREDENTIAL }),
    [],
    'matched',
  ],
  [
    'credential insufficient',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo:read', 'repo:metadata', 'repo:contents:read')),
    ['credential_scope.insufficient'],
    'matched',
  ],
  [
    'credential insufficient, of an older record that names no scope',
    scoped(undefined),
    'allowed',
    declared([GITHUB], withScopes('repo:read')),
    ['credential_scope.insufficient'],
    'matched',
  ],
  [
    'credential of an older record of an unknown tool',
    { ...unknown, action: { ...unknown.action, required_scope: undefined } },
    'allowed',
    declared(NOTHING, withScopes('repo:read')),
    ['unclassified.other'],
  ],
  [
    'credential of another scope than the one that is needed',
    scoped('repo:hooks:write'),
    'allowed',
    declared([GITHUB], withScopes('repo:deploy_key:write')),
    ['credential_scope.unknown'],
    'matched',
  ],
  [
    'credential whose alias is masked, and declared',
    { ...github, redaction: { ...github.redaction, credential_alias: '[masked]' } },
    'allowed',
    declared([GITHUB], { declared_credentials: { '[masked]': { scopes: ['repo:deploy_key:write'] } } }),
    ['credential_scope.unknown'],
    'matched',
  ],
  [
    'credential of a call that needs no scope',
    scoped(null),
    'allowed',
    declared([GITHUB], withScopes('repo:read')),
    [],
    'matched',
  ],
  [
    'credential without scopes',
    github,
    'allowed',
    declared([GITHUB], withScopes()),
    ['credential_scope.insufficient'],
    'matched',
  ],
  [
    'credential overbroad',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo:admin')),
    ['credential_scope.overbroad'],
    'matched',
  ],
  [
    'credential sufficient and overbroad',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo:admin', 'repo:deploy_key:write')),
    ['credential_scope.overbroad'],
    'matched',
  ],
  [
    'credential of a scope that nobody knows',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo', 'repo:read')),
    ['credential_scope.unknown'],
    'matched',
  ],
  [
    'credential sufficient, another scope not known',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo', 'repo:deploy_key:write')),
    ['credential_scope.unrecognised'],
    'matched',
  ],
  [
    'credential overbroad, another scope not known',
    github,
    'allowed',
    declared([GITHUB], withScopes('repo', 'repo:admin')),
    ['credential_scope.overbroad', 'credential_scope.unrecognised'],
    'matched',
  ],
  [
    'credential not named',
    noAlias,
    'allowed',
    declared([GITHUB], { declared_credentials: CREDENTIAL }),
    ['credential_scope.unknown'],
    'matched',
  ],
  [
    'credential not declared',
    github,
    'allowed',
    declared([GITHUB], { declared_credentials: {} }),
    ['credential_alias.unknown'],
    'matched',
  ],
  [
    'credential not declared, of a call that is not either',
    github,
    'allowed',
    declared(NOTHING, { declared_credentials: {} }),
    ['new_privileged_tool_action', 'credential_alias.unknown'],
  ],
  [
    'credential not declared, denied',
    github,
    'denied',
    declared([GITHUB], { declared_credentials: {} }),
    ['attempted.declared'],
  ],
  [
    'credential not declared, denied in vain',
    github,
    'denied with a result',
    declared([GITHUB], { declared_credentials: {} }),
    ['deny_not_effective', 'credential_alias.unknown'],
    'matched',
  ],
  [
    'credential not declared, undecided',
    github,
    'failed',
    declared([GITHUB], { declared_credentials: {} }),
    ['policy_failed.declared'],
  ],
  [
    'credential not declared, incomplete',
    incomplete,
    'allowed',
    declared([GITHUB], { declared_credentials: {} }),
    ['inconclusive_tool_target.declared', 'credential_alias.unknown'],
  ],
  [
    'credential not declared, unknown tool',
    unknown,
    'allowed',
    declared(NOTHING, { declared_credentials: {} }),
    ['unclassified.other'],
  ],

  [
    'policy asked for, nobody decided',
    github,
    'undecided',
    declared(ASKS_FOR_POLICY),
    ['required_decision'],
    'matched',
  ],
  [
    'policy asked for, nobody decided, with a credential that can do more',
    github,
    'undecided',
    declared(ASKS_FOR_POLICY, withScopes('repo:admin')),
    ['credential_scope.overbroad', 'required_decision'],
    'matched',
  ],
  // A failed decision is in no action's effects: what it comes to is no complete match.
  [
    'policy asked for, and failed',
    github,
    'failed without a source',
    declared(ASKS_FOR_POLICY),
    ['policy_failed.declared'],
  ],
  ['policy asked for, somebody decided', github, 'allowed', declared(ASKS_FOR_POLICY), [], 'matched'],
  [
    'policy asked for by one of two',
    github,
    'undecided',
    declared([...ASKS_FOR_POLICY, { ...GITHUB, id: 'too' }]),
    [],
    'matched',
  ],
  [
    'something else asked for',
    github,
    'undecided',
    declared([{ ...GITHUB, required_decision: 'human' }]),
    [],
    'matched',
  ],
  [
    'policy asked for, incomplete',
    incomplete,
    'undecided',
    declared([{ ...GITHUB, allowed_targets: [], required_decision: 'explicit_policy' }]),
    ['inconclusive_tool_target.unconstrained'],
  ],
];
