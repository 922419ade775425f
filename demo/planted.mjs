// What the agents do that `declared.yaml` does not allow, known from how they were written and from the seed. It is what
// the gate has to find, and nothing that the gate reads.
import { targetHash } from 'assay-otel';
import { RUNS } from './observe.mjs';
import { drawIdentifiers } from './secrets.mjs';

/** The violations under this seed, as `describe` tells findings apart. */
export function plantedViolations(seed) {
  const { keyTitle, workspace, admin, guest } = drawIdentifiers(seed);
  const inWorkspace = (principal, rest) => ({
    provider: 'workspace',
    workspace_id_hash: targetHash('workspace', workspace),
    principal_hash: targetHash('workspace_principal', principal),
    ...rest,
  });
  const fork = {
    provider: 'github',
    owner: 'contractor',
    repo: 'prod-api-fork',
    key_title_hash: targetHash('github_key_title', keyTitle),
  };
  return [
    violation('github.add_deploy_key', 'attempted.undeclared', fork),
    violation('github.set_secret', 'unclassified.high_risk', null),
    violation('grant_admin', 'new_privileged_tool_action', inWorkspace(admin, { role: 'owner' })),
    violation('invite_external', 'attempted.undeclared', inWorkspace(guest)),
    violation('create_workspace_token', 'new_privileged_tool_action', inWorkspace(admin)),
  ];
}

/** The calls that no declaration can settle, by run, tool and row: all of them in the run that lost evidence. */
export const UNSETTLED = [
  '[masked] unclassified.other',
  'github.add_deploy_key inconclusive_tool_target.declared',
  'github.add_deploy_key inconclusive_tool_target.unconstrained',
  'grant_admin inconclusive_tool_target.declared',
  'slack.invite policy_failed.declared',
].map((call) => `${RUNS.someLost} ${call}`);

function violation(tool, row, target) {
  return describe({ run_id: RUNS.allSeen, tool, row, target });
}

/** What makes two findings the same, as text. */
export function describe({ run_id, tool, row, target }) {
  const fields = target === null ? [] : Object.entries(target).sort();
  return JSON.stringify([run_id, tool, row, fields]);
}
