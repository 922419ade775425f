import type { ClassifierRule } from '../rule.ts';

/** Key material (`key`, `public_key`, …) is no field here, so it is never read. */
export const githubDeployKey: ClassifierRule = {
  category: 'github_deploy_key',
  provider: 'github',
  resourceType: 'github_deploy_key',
  requiredScope: 'repo:deploy_key:write',
  verbs: { add_deploy_key: 'create', create_deploy_key: 'create' },
  fields: [
    { key: 'owner', aliases: ['owner'], as: 'plain' },
    { key: 'repo', aliases: ['repo'], as: 'plain' },
    { key: 'key_title_hash', aliases: ['title', 'key_title'], as: 'hashed', domain: 'github_key_title' },
    { key: 'read_only', aliases: ['read_only'], as: 'flag' },
  ],
  required: [
    { anyOf: ['owner'], detail: 'missing_github_owner_or_repo' },
    { anyOf: ['repo'], detail: 'missing_github_owner_or_repo' },
  ],
  keptWhenIncomplete: ['owner'],
  bindingFields: ['owner', 'repo', 'key_title_hash'],
};
