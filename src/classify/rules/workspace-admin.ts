import type { ClassifierRule } from '../rule.ts';

/** A deliberately narrow verb set; anything outside it is an unknown tool. */
export const workspaceAdmin: ClassifierRule = {
  category: 'workspace_admin',
  provider: 'workspace',
  resourceType: 'workspace_role',
  requiredScope: 'workspace:admin',
  verbs: {
    grant_admin: 'grant',
    change_role: 'change_role',
    invite_external: 'invite',
    modify_org_policy: 'modify',
    create_workspace_token: 'create',
  },
  fields: [
    {
      key: 'workspace_id_hash',
      aliases: ['workspace_id', 'workspace', 'org'],
      as: 'hashed',
      domain: 'workspace',
    },
    { key: 'principal_hash', aliases: ['principal', 'user'], as: 'hashed', domain: 'workspace_principal' },
    { key: 'role', aliases: ['role'], as: 'plain' },
  ],
  required: [
    { anyOf: ['workspace_id_hash'], detail: 'missing_workspace_id' },
    { anyOf: ['principal_hash'], detail: 'missing_workspace_principal' },
  ],
  keptWhenIncomplete: [],
  bindingFields: ['workspace_id_hash', 'principal_hash', 'role'],
};
