import type { DecisionRecord } from '../../src/decision/record.ts';

/** Valid records, one per classification state and category; tests change one thing at a time. */

const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`;

const github: DecisionRecord = {
  server: { id: 'github', transport: 'mcp', declared_manifest_digest: HASH },
  tool: { name: 'github.add_deploy_key', category: 'github_deploy_key' },
  classification: 'classified',
  reason_code: 'classified_github_deploy_key',
  action: {
    class: 'privileged_admin_action',
    verb: 'create',
    resource_type: 'github_deploy_key',
    target: { provider: 'github', owner: 'org', repo: 'prod-repo', key_title_hash: HASH, read_only: false },
    required_scope: 'repo:deploy_key:write',
  },
  decision: { effect: 'allow', source: 'my-gateway', rule_id: 'allow.prod', enforced: true },
  response: { status: 'success', side_effect_asserted: true, side_effect_verified: false },
  redaction: {
    arguments_redacted: true,
    credential_alias: 'github-prod-admin',
    secret_material_stored: false,
  },
  correlation: {
    basis: 'propagated_trace_context',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    source_class: 'propagated',
  },
};

const noContext = { basis: 'none', traceparent: null, source_class: null } as const;

const githubIncomplete: DecisionRecord = {
  ...github,
  classification: 'classified_incomplete',
  reason_code: 'missing_required_target_field',
  detail: 'missing_github_owner_or_repo',
  action: { ...github.action, target: { provider: 'github', owner: 'org' } },
  correlation: { basis: 'malformed_trace_context', traceparent: null, source_class: null },
};

const slack: DecisionRecord = {
  ...github,
  tool: { name: 'slack.invite', category: 'slack_add_member' },
  reason_code: 'classified_slack_add_member',
  action: {
    class: 'privileged_admin_action',
    verb: 'add',
    resource_type: 'workspace_member',
    target: { provider: 'slack', workspace_id_hash: HASH, channel_id_hash: null, principal_hash: HASH },
    required_scope: 'conversations:members:write',
  },
  decision: { effect: 'deny', source: 'my-gateway', rule_id: null, enforced: true },
  response: { status: 'blocked', side_effect_asserted: false, side_effect_verified: false },
  correlation: noContext,
};

const workspace: DecisionRecord = {
  ...github,
  tool: { name: 'grant_admin', category: 'workspace_admin' },
  reason_code: 'classified_workspace_admin',
  action: {
    class: 'privileged_admin_action',
    verb: 'grant',
    resource_type: 'workspace_role',
    target: { provider: 'workspace', workspace_id_hash: HASH, principal_hash: HASH, role: 'admin' },
    required_scope: 'workspace:admin',
  },
  decision: { effect: 'allow', source: 'my-gateway', rule_id: null, enforced: false, advised_effect: 'deny' },
  correlation: noContext,
};

const redactionFailed: DecisionRecord = {
  ...workspace,
  classification: 'redaction_failed',
  reason_code: 'redacted_secret_argument',
  action: { ...workspace.action, target: { provider: 'workspace', principal_hash: HASH } },
};

const unknown: DecisionRecord = {
  ...github,
  tool: { name: 'misc.do_thing', category: null },
  classification: 'observed_unknown_tool',
  reason_code: 'unknown_tool_name',
  action: { class: 'unclassified', verb: null, resource_type: null, target: null, required_scope: null },
  decision: { effect: 'allow', source: 'none', rule_id: null, enforced: false },
  response: { status: 'unknown', side_effect_asserted: false, side_effect_verified: false },
  redaction: {
    arguments_redacted: true,
    credential_alias: null,
    secret_material_stored: false,
    sanitized_fields: ['tool.name'],
  },
  correlation: noContext,
};

export const RECORDS = { github, githubIncomplete, slack, workspace, redactionFailed, unknown } as const;
