import type { ClassifierRule } from '../rule.ts';

/** A workspace-level membership has a null channel, and the other way round. */
export const slackAddMember: ClassifierRule = {
  category: 'slack_add_member',
  provider: 'slack',
  resourceType: 'workspace_member',
  requiredScope: 'conversations:members:write',
  verbs: { add_member: 'add', invite: 'add' },
  fields: [
    {
      key: 'workspace_id_hash',
      aliases: ['workspace_id'],
      as: 'hashed',
      domain: 'slack_workspace',
      nullWhenAbsent: true,
    },
    {
      key: 'channel_id_hash',
      aliases: ['channel_id'],
      as: 'hashed',
      domain: 'slack_channel',
      nullWhenAbsent: true,
    },
    { key: 'principal_hash', aliases: ['user_id', 'user'], as: 'hashed', domain: 'slack_principal' },
  ],
  required: [
    { anyOf: ['principal_hash'], detail: 'missing_slack_principal' },
    { anyOf: ['workspace_id_hash', 'channel_id_hash'], detail: 'missing_slack_scope' },
  ],
  keptWhenIncomplete: [],
  bindingFields: ['workspace_id_hash', 'channel_id_hash', 'principal_hash'],
};
