import {
  DECLARED_SCHEMA,
  type DeclaredAction,
  type DeclaredSurface,
} from '../../src/gate/declared-surface.ts';

/** Declared surfaces; tests change one thing at a time. */

export const GITHUB: DeclaredAction = {
  id: 'github',
  provider: 'github',
  action_class: 'github_deploy_key',
  allowed_targets: [{ owner: 'org', repo: 'prod-repo' }],
  allowed_effects: ['allow', 'deny'],
};

export const SLACK: DeclaredAction = {
  id: 'slack',
  provider: 'slack',
  action_class: 'slack_add_member',
  allowed_targets: [{ workspace_id: 'T0123' }],
  allowed_effects: ['allow', 'deny'],
};

export const WORKSPACE_ADMIN: DeclaredAction = {
  id: 'workspace',
  provider: 'workspace',
  action_class: 'workspace_admin',
  allowed_targets: [{ workspace_id: 'acme' }],
  allowed_effects: ['allow', 'deny'],
};

export function declared(
  actions: readonly DeclaredAction[],
  changes: Partial<DeclaredSurface> = {},
): DeclaredSurface {
  return { schema: DECLARED_SCHEMA, declared_tool_actions: actions, ...changes };
}

/** As a person leaves a draft who has looked at everything and lets all of it be. */
export function reviewed(declared: DeclaredSurface): DeclaredSurface {
  const reviews = declared.reviewed_tools?.map((review) => ({ ...review, reason: 'seen', high_risk: true }));
  return { ...declared, ...(reviews && { reviewed_tools: reviews }) };
}
