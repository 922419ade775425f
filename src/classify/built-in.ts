import type { ToolClassifiers } from './classifier-document.ts';

/**
 * The built-in categories, in the form of a classifier file: for every server, and without a family's name before their
 * ids. A deliberately narrow set; whatever is outside it is an unknown tool. Key material is no field here, so it is
 * never read. A Slack membership of a workspace has a null channel, and the other way round.
 */
export const BUILT_IN_CLASSIFIERS: Pick<ToolClassifiers, 'servers' | 'categories'> = {
  servers: ['*'],
  categories: [
    {
      id: 'github_deploy_key',
      provider: 'github',
      resource_type: 'github_deploy_key',
      required_scope: 'repo:deploy_key:write',
      tools: { add_deploy_key: 'create', create_deploy_key: 'create' },
      fields: [
        { key: 'owner', from: ['owner'], as: 'plain' },
        { key: 'repo', from: ['repo'], as: 'plain' },
        { key: 'key_title_hash', from: ['title', 'key_title'], as: 'hashed', domain: 'github_key_title' },
        { key: 'read_only', from: ['read_only'], as: 'flag' },
      ],
      required: [
        { any_of: ['owner'], detail: 'missing_github_owner_or_repo' },
        { any_of: ['repo'], detail: 'missing_github_owner_or_repo' },
      ],
      kept_when_incomplete: ['owner'],
      binding_fields: ['owner', 'repo', 'key_title_hash'],
      non_claims: [
        'does not store public or private key material',
        'does not prove the key works',
        'does not prove GitHub persisted it without audit confirmation',
      ],
    },
    {
      id: 'slack_add_member',
      provider: 'slack',
      resource_type: 'workspace_member',
      required_scope: 'conversations:members:write',
      tools: { add_member: 'add', invite: 'add' },
      fields: [
        {
          key: 'workspace_id_hash',
          from: ['workspace_id'],
          as: 'hashed',
          domain: 'slack_workspace',
          null_when_absent: true,
        },
        {
          key: 'channel_id_hash',
          from: ['channel_id'],
          as: 'hashed',
          domain: 'slack_channel',
          null_when_absent: true,
        },
        { key: 'principal_hash', from: ['user_id', 'user'], as: 'hashed', domain: 'slack_principal' },
      ],
      required: [
        { any_of: ['principal_hash'], detail: 'missing_slack_principal' },
        { any_of: ['workspace_id_hash', 'channel_id_hash'], detail: 'missing_slack_scope' },
      ],
      binding_fields: ['workspace_id_hash', 'channel_id_hash', 'principal_hash'],
      non_claims: [
        'does not prove Slack accepted the membership unless verified by response or audit evidence',
        'does not store tokens or raw principals',
      ],
    },
    {
      id: 'workspace_admin',
      provider: 'workspace',
      resource_type: 'workspace_role',
      required_scope: 'workspace:admin',
      tools: {
        grant_admin: 'grant',
        change_role: 'change_role',
        invite_external: 'invite',
        modify_org_policy: 'modify',
        create_workspace_token: 'create',
      },
      fields: [
        {
          key: 'workspace_id_hash',
          from: ['workspace_id', 'workspace', 'org'],
          as: 'hashed',
          domain: 'workspace',
        },
        { key: 'principal_hash', from: ['principal', 'user'], as: 'hashed', domain: 'workspace_principal' },
        { key: 'role', from: ['role'], as: 'plain' },
      ],
      required: [
        { any_of: ['workspace_id_hash'], detail: 'missing_workspace_id' },
        { any_of: ['principal_hash'], detail: 'missing_workspace_principal' },
      ],
      binding_fields: ['workspace_id_hash', 'principal_hash', 'role'],
    },
  ],
};
