import type { ProviderAuditRecord } from '../../src/verify/audit-record.ts';
import type { UnverifiedReason } from '../../src/verify/tool-verification.ts';
import type { VerifiableRecord } from '../../src/verify/verifiable-run.ts';
import { ALICE, auditOf, became, CALLS, CHANNEL, SUBJECTS, targeted } from './observed.ts';

const { github, untitled, slack } = SUBJECTS;
const denied = (record: VerifiableRecord) => became(record, 'deny', 'blocked');
const undecided = (record: VerifiableRecord) => became(record, 'error', 'unknown');
const timedOut = (record: VerifiableRecord) => became(record, 'allow', 'timeout');
const failed = (record: VerifiableRecord) => became(record, 'allow', 'error');

const { github: githubCall, untitled: untitledCall, slack: slackCall, workspace: workspaceCall } = CALLS;
const channelCall = targeted(slackCall, {
  provider: 'slack',
  workspace_id_hash: null,
  channel_id_hash: CHANNEL,
  principal_hash: ALICE,
});
const inChannel = { ...slack, target: { ...slack.target, channel_id_hash: CHANNEL } };

const one = auditOf('1', github);
const two = auditOf('2', github);
const bare = auditOf('1', untitled);
const otherRepo = auditOf('1', { ...github, target: { ...github.target, repo: 'staging' } });

/** `v` the id of the audit record, or why there is none; for audit records what became of each, by id. */
export type OutcomeCase = readonly [
  title: string,
  calls: readonly VerifiableRecord[],
  audits: readonly ProviderAuditRecord[],
  ofCalls: readonly (string | UnverifiedReason)[],
  ofAudits: readonly string[],
  exitCode: number,
];

export const OUTCOME_CASES: readonly OutcomeCase[] = [
  ['a call that an audit record confirms', [githubCall], [one], ['v1'], [], 0],
  [
    'each category',
    [githubCall, slackCall, workspaceCall],
    [one, auditOf('1', slack), auditOf('1', SUBJECTS.workspace)],
    ['v1', 'v1', 'v1'],
    [],
    0,
  ],
  ['a call whose optional field nobody states', [untitledCall], [bare], ['v1'], [], 0],
  [
    'null, where the call has nothing',
    [slackCall],
    [auditOf('1', { ...slack, target: { ...slack.target, channel_id_hash: null } })],
    ['v1'],
    [],
    0,
  ],
  [
    'a digest in capitals',
    [githubCall],
    [{ ...one, binding_digest: `sha256:${one.binding_digest.slice(7).toUpperCase()}` }],
    ['v1'],
    [],
    0,
  ],
  ['a call that did not come back in time', [timedOut(githubCall)], [one], ['v1'], [], 0],
  [
    'a call of which nobody decided',
    [{ ...githubCall, decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false } }],
    [one],
    ['v1'],
    [],
    0,
  ],
  [
    'a call that no audit record speaks of, beside one',
    [slackCall, githubCall],
    [one],
    ['no_audit_record', 'v1'],
    [],
    0,
  ],
  [
    'refused and failed calls that no audit record speaks of',
    [denied(slackCall), failed(slackCall), githubCall],
    [one],
    ['no_effect_expected', 'no_effect_expected', 'v1'],
    [],
    0,
  ],
  [
    'calls that cannot be projected',
    [CALLS.incomplete, CALLS.redactionFailed, CALLS.unknown, githubCall],
    [one],
    ['target_not_complete', 'target_not_complete', 'unknown_tool', 'v1'],
    [],
    0,
  ],

  [
    'the same audit record twice',
    [githubCall, githubCall],
    [one, one],
    ['v1', 'identical_call_verified'],
    [],
    0,
  ],
  ['two audit records, two calls', [githubCall, githubCall], [two, one], ['v1', 'v2'], [], 0],
  ['two audit records, one call', [githubCall], [one, two], ['v1'], ['2 calls_used'], 3],
  [
    'the asserted call before one that did not come back',
    [timedOut(githubCall), githubCall],
    [one],
    ['identical_call_verified', 'v1'],
    [],
    0,
  ],
  [
    'the allowed call before the refused one',
    [denied(githubCall), githubCall],
    [one],
    ['no_effect_expected', 'v1'],
    [],
    0,
  ],
  ['the same id at two providers', [githubCall, slackCall], [one, auditOf('1', slack)], ['v1', 'v1'], [], 0],

  [
    'a denied call',
    [denied(githubCall)],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'a denied call that was not enforced',
    [became({ ...githubCall }, 'deny', 'success')],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'a call that no policy layer could decide',
    [undecided(githubCall)],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'a blocked call',
    [became(githubCall, 'allow', 'blocked')],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'a failed call',
    [failed(githubCall)],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'one effect more than was allowed',
    [githubCall, denied(githubCall)],
    [one, two],
    ['v1', 'audit_contradicts_decision'],
    ['2 contradicts exactly'],
    1,
  ],
  [
    'effects that were all denied',
    [denied(githubCall)],
    [one, two],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly', '2 contradicts exactly'],
    1,
  ],
  [
    'a contradiction beside a malformed one',
    [denied(githubCall)],
    [one, { ...two, binding_digest: 'sha256:00' }],
    ['audit_contradicts_decision'],
    ['1 contradicts exactly', '2 digest_differs'],
    1,
  ],

  ['more than the call states', [untitledCall], [one], ['audit_more_specific'], ['1 audit_more_specific'], 3],
  [
    'more than the call states, in a field that binds nothing',
    [githubCall],
    [auditOf('1', { ...github, target: { ...github.target, read_only: false } })],
    ['audit_more_specific'],
    ['1 audit_more_specific'],
    3,
  ],
  [
    'more than either of two shapes',
    [slackCall, channelCall],
    [auditOf('1', inChannel)],
    ['audit_more_specific', 'audit_more_specific'],
    ['1 audit_more_specific'],
    3,
  ],
  [
    'more than the denied call states',
    [denied(untitledCall)],
    [one],
    ['audit_contradicts_decision'],
    ['1 contradicts'],
    1,
  ],
  [
    'more than one call states, and as much as a denied one',
    [untitledCall, denied(githubCall)],
    [one],
    ['audit_more_specific', 'no_effect_expected'],
    ['1 audit_more_specific'],
    3,
  ],
  [
    'more than a call states that is vouched for',
    [untitledCall],
    [bare, auditOf('2', github)],
    ['v1'],
    ['2 calls_used'],
    3,
  ],
  [
    'more than a denied call states, the allowed one vouched for',
    [untitledCall, denied(untitledCall)],
    [bare, auditOf('2', github)],
    ['v1', 'audit_contradicts_decision'],
    ['2 contradicts'],
    1,
  ],
  [
    'more than a denied call states, and as much as another',
    [denied(githubCall), denied(untitledCall)],
    [one],
    ['audit_contradicts_decision', 'audit_contradicts_decision'],
    ['1 contradicts exactly'],
    1,
  ],
  [
    'more than a call states, and another target',
    [untitledCall],
    [otherRepo],
    ['no_audit_record'],
    ['1 other_target'],
    3,
  ],
  ['less than the call states', [githubCall], [bare], ['no_audit_record'], ['1 other_target'], 3],
  [
    'less than the denied call states',
    [denied(githubCall)],
    [bare],
    ['no_effect_expected'],
    ['1 other_target'],
    3,
  ],

  ['another target', [githubCall], [otherRepo], ['no_audit_record'], ['1 other_target'], 3],
  [
    'another target, of a denied call',
    [denied(githubCall)],
    [otherRepo],
    ['no_effect_expected'],
    ['1 other_target'],
    3,
  ],
  [
    'another provider',
    [githubCall],
    [{ ...one, provider: 'gitlab' }],
    ['no_audit_record'],
    ['1 other_provider'],
    3,
  ],
  [
    'another verb',
    [githubCall],
    [auditOf('1', { ...github, verb: 'delete' })],
    ['no_audit_record'],
    ['1 no_such_call'],
    3,
  ],
  [
    'another class',
    [githubCall],
    [auditOf('1', { ...github, action_class: 'github_webhook' })],
    ['no_audit_record'],
    ['1 no_such_call'],
    3,
  ],
  [
    'an incomplete call of its kind',
    [CALLS.incomplete],
    [one],
    ['target_not_complete'],
    ['1 target_not_complete'],
    3,
  ],
  [
    'an incomplete call of its kind, beside one of another target',
    [CALLS.incomplete, githubCall],
    [otherRepo],
    ['target_not_complete', 'no_audit_record'],
    ['1 target_not_complete'],
    3,
  ],
  [
    'a field that was lost',
    [{ ...untitledCall, classification: 'redaction_failed' }],
    [bare],
    ['target_not_complete'],
    ['1 target_not_complete'],
    3,
  ],
  [
    'a denied incomplete call of its kind',
    [denied(CALLS.incomplete)],
    [one],
    ['no_effect_expected'],
    ['1 target_not_complete'],
    3,
  ],
  ['an unknown tool', [CALLS.unknown], [one], ['unknown_tool'], ['1 no_such_call'], 3],

  [
    'a subject that was changed',
    [githubCall],
    [{ ...one, subject: otherRepo.subject }],
    ['no_audit_record'],
    ['1 digest_differs'],
    3,
  ],
  [
    'a digest that was changed',
    [githubCall],
    [{ ...one, binding_digest: otherRepo.binding_digest }],
    ['no_audit_record'],
    ['1 digest_differs'],
    3,
  ],
  [
    'one id for two effects',
    [githubCall, slackCall],
    [one, otherRepo],
    ['no_audit_record', 'no_audit_record'],
    ['1 record_id_reused', '1 record_id_reused'],
    3,
  ],

  ['no audit record', [githubCall], [], ['no_audit_record'], [], 3],
  ['no call', [], [one], [], ['1 no_such_call'], 3],
];
