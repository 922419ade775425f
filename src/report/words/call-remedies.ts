import type { RowName } from '../../gate/rows.ts';
import { SET_ASIDE } from './row-words.ts';
import { isSilence, silenceRemedy } from './silence-words.ts';

const ACCEPT = 'accept the finding for some time (a baseline with `until`)';
const KEEP_OUT = `the arguments came, and a secret stood in a field of the target: keep it out of that field, or ${ACCEPT}`;
const NAME_IT = `the call does not say it: let it name its whole target, or ${ACCEPT}`;

/** Why a target is not known in full, where handing the arguments over is not what helps: they were there. */
const OF_TARGETS: Readonly<Record<string, string>> = {
  redacted_secret_argument: KEEP_OUT,
  projected_value_too_long: `the arguments came, and a value of the target is longer than records hold: shorten it, or ${ACCEPT}`,
  conflicting_target_fields: `the arguments came, and two of them contradict each other: let the call name its target once, or ${ACCEPT}`,
  missing_github_owner_or_repo: NAME_IT,
  missing_slack_principal: NAME_IT,
  missing_slack_scope: NAME_IT,
  missing_workspace_id: NAME_IT,
  missing_workspace_principal: NAME_IT,
};

const RENEW = 'look at the tool again, and renew `until` of its review under `reviewed_tools`';

/** What to do about a call where its reason says more than its row; `undefined` where the row says it. */
export function callRemedy(row: RowName, reason: string): string | undefined {
  if (reason === 'review_expired') return RENEW;
  if (isSilence(reason)) return silenceRemedy(row, reason);
  if (!row.startsWith('inconclusive_tool_target.') && row !== 'attempted.incomplete') return undefined;
  const remedy = Object.hasOwn(OF_TARGETS, reason) ? OF_TARGETS[reason] : undefined;
  if (remedy === undefined) return undefined;
  if (row === 'inconclusive_tool_target.undeclared') return `declare it if it is meant; ${remedy}`;
  return row === 'inconclusive_tool_target.unconstrained' ? `${remedy}; ${SET_ASIDE}` : remedy;
}
