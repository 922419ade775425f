import type { Values } from '../../fixtures/capture/scenario.mjs';
import { targetHash } from '../../src/index.ts';

type Expected = Readonly<Record<string, (values: Values) => unknown>>;

const GITHUB: Expected = {
  'action.target.key_title_hash': ({ keyTitle }) => targetHash('github_key_title', keyTitle),
  'action.target.owner': ({ owner }) => owner,
  'action.target.repo': ({ repo }) => repo,
};

/**
 * Where the record of a case depends on the values of its call, and how; everywhere else it is the same whatever
 * they are.
 */
export const DIFFERENCES: Readonly<Record<string, Expected>> = {
  github_deploy_key_allow: GITHUB,
  github_deploy_key_deny: GITHUB,
  github_deploy_key_incomplete: { 'action.target.owner': ({ owner }) => owner },
  slack_add_member_allow: {
    'action.target.channel_id_hash': ({ slackChannel }) => targetHash('slack_channel', slackChannel),
    'action.target.principal_hash': ({ slackUser }) => targetHash('slack_principal', slackUser),
    'action.target.workspace_id_hash': ({ slackWorkspace }) => targetHash('slack_workspace', slackWorkspace),
  },
  workspace_admin_allow: {
    'action.target.principal_hash': ({ admin }) => targetHash('workspace_principal', admin),
    'action.target.role': ({ role }) => role,
    'action.target.workspace_id_hash': ({ workspace }) => targetHash('workspace', workspace),
  },
  unknown_tool_observed: {},
  redacted_and_sanitized: {
    ...GITHUB,
    'action.target.repo': ({ hostileRepo }) =>
      hostileRepo.replaceAll('\u001b', '\ufffd').replaceAll('\u0007', '\ufffd'),
  },
};

/** Every leaf of a JSON value by its path. */
export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
  const entries = Object.entries(value);
  if (entries.length === 0) return new Map([[path, value]]);
  return new Map(
    entries.flatMap(([key, inner]) => [...leavesOf(inner, path === '' ? key : `${path}.${key}`)]),
  );
}
