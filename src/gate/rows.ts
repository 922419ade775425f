/** What can be wrong, row by row; the table is published, and its names stand in configuration and reports. */

export const LEVELS = ['error', 'inconclusive', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

interface Row {
  /** Unless configuration says otherwise. */
  readonly level: Level;
  /** One finding for each. */
  readonly codes: readonly string[];
  /** The finding says which declared action came nearest. */
  readonly undeclared?: true;
}

/** In the order in which the findings of one call are told. */
export const ROWS = {
  new_privileged_tool_action: { level: 'error', codes: ['new_privileged_tool_action'], undeclared: true },
  'inconclusive_tool_target.undeclared': {
    level: 'error',
    codes: ['new_privileged_tool_action', 'inconclusive_tool_target'],
    undeclared: true,
  },
  'inconclusive_tool_target.declared': { level: 'inconclusive', codes: ['inconclusive_tool_target'] },
  'inconclusive_tool_target.unconstrained': { level: 'inconclusive', codes: ['inconclusive_tool_target'] },
  'attempted.declared': { level: 'warning', codes: ['attempted_privileged_tool_action_denied'] },
  'attempted.incomplete': {
    level: 'warning',
    codes: ['attempted_privileged_tool_action_denied', 'inconclusive_tool_target'],
  },
  'attempted.undeclared': {
    level: 'error',
    codes: ['attempted_privileged_tool_action_denied'],
    undeclared: true,
  },
  'policy_failed.declared': { level: 'inconclusive', codes: ['policy_decision_failed'] },
  'policy_failed.undeclared': { level: 'error', codes: ['new_privileged_tool_action'], undeclared: true },
  'unclassified.denied': { level: 'warning', codes: ['unclassified_tool_action'] },
  'unclassified.undecided': {
    level: 'inconclusive',
    codes: ['unclassified_tool_action', 'policy_decision_failed'],
  },
  'unclassified.high_risk': { level: 'error', codes: ['unclassified_tool_action'] },
  'unclassified.other': { level: 'inconclusive', codes: ['unclassified_tool_action'] },
  'unclassified.reviewed_high_risk': { level: 'warning', codes: ['unclassified_tool_action'] },
  deny_not_effective: { level: 'warning', codes: ['attempted_privileged_tool_action_denied'] },
  policy_failed_open: { level: 'note', codes: ['policy_failed_open'] },
  'credential_scope.insufficient': { level: 'error', codes: ['credential_scope_insufficient'] },
  'credential_alias.unknown': { level: 'error', codes: ['credential_alias_unknown'] },
  'credential_scope.unknown': { level: 'inconclusive', codes: ['required_scope_unknown'] },
  'credential_scope.overbroad': { level: 'note', codes: ['credential_scope_overbroad'] },
  'credential_scope.unrecognised': { level: 'note', codes: ['required_scope_unknown'] },
  required_decision: { level: 'note', codes: ['required_decision_not_observed'] },
  inconclusive_observation_gap: { level: 'inconclusive', codes: ['inconclusive_observation_gap'] },
} as const satisfies Readonly<Record<string, Row>>;

export type RowName = keyof typeof ROWS;

/** What was not observed is never judged away: this row has no other level and no baseline. */
export const GAP_ROW = 'inconclusive_observation_gap';

/** A row of one call. */
export type CallRow = Exclude<RowName, typeof GAP_ROW>;

const ORDER = Object.keys(ROWS);

/** Compares two rows by their place in the table. */
export function inTableOrder(one: RowName, other: RowName): number {
  return ORDER.indexOf(one) - ORDER.indexOf(other);
}

/** The table, read as one. */
export const rowOf = (name: RowName): Row => ROWS[name];
