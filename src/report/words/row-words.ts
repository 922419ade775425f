import type { RowName } from '../../gate/rows.ts';

/** What a row says of a call, and what to do about it. Our own words: nothing in them comes from outside. */
export interface RowWords {
  readonly title: string;
  /** What was observed, as what follows "…:". */
  readonly says: string;
  readonly remedy: string;
}

const HAND_OVER = 'let the instrumentation hand the arguments over (`observeToolCall`)';

/** For those whose instrumentation records no arguments. */
export const SET_ASIDE =
  'where that cannot be done, `--level inconclusive_tool_target.unconstrained=note` sets this row alone';

/** Every row by name: one that the table gains does not compile until somebody says what to do about it. */
export const ROW_WORDS: { readonly [Row in RowName]: RowWords } = {
  new_privileged_tool_action: {
    title: 'undeclared action',
    says: 'an allowed call that no declared action covers',
    remedy: 'declare it if it is meant; else take the tool or its credential away from the agent',
  },
  'inconclusive_tool_target.undeclared': {
    title: 'undeclared action, target not known in full',
    says: 'an allowed call whose target is not known in full, and no declared action fits what is known',
    remedy: `declare it if it is meant, and ${HAND_OVER}`,
  },
  'inconclusive_tool_target.declared': {
    title: 'target not known in full',
    says: 'an allowed call whose target is not known in full; a declared action fits what is known',
    remedy: HAND_OVER,
  },
  'inconclusive_tool_target.unconstrained': {
    title: 'target not known in full, declared whatever is missing',
    says: 'an allowed call whose target is not known in full; a declared action allows it whatever is missing',
    remedy: `${HAND_OVER}; ${SET_ASIDE}`,
  },
  'attempted.declared': {
    title: 'denied attempt',
    says: 'a denied call; the attempt is declared',
    remedy: 'nothing, if the attempt is expected; else find out why the agent made it',
  },
  'attempted.incomplete': {
    title: 'denied attempt, target not known in full',
    says: 'a denied call whose target is not known in full; attempts of its class are declared',
    remedy: HAND_OVER,
  },
  'attempted.undeclared': {
    title: 'denied attempt of an undeclared action',
    says: 'a denied call that no declared action covers',
    remedy: 'find out why the agent made it; declare it with the effect `deny` if attempts are expected',
  },
  'policy_failed.declared': {
    title: 'nobody could decide',
    says: 'a declared call on which the policy layer failed to decide; no result of it was seen',
    remedy: 'mend the policy layer, and look at whether the call went through',
  },
  'policy_failed.undeclared': {
    title: 'undeclared action, nobody could decide',
    says: 'a call that no declared action covers, and the policy layer failed to decide',
    remedy: 'mend the policy layer; declare the action if it is meant',
  },
  'unclassified.denied': {
    title: 'denied call of an unknown tool',
    says: 'a denied call of a tool that no classifier knows',
    remedy: 'nothing, if the attempt is expected; else find out why the agent made it',
  },
  'unclassified.undecided': {
    title: 'unknown tool, nobody could decide',
    says: 'a call of a tool that no classifier knows, and the policy layer failed to decide',
    remedy: 'mend the policy layer, and look at whether the call went through',
  },
  'unclassified.high_risk': {
    title: 'unknown tool of high-risk shape',
    says: 'an allowed call of a tool that no classifier knows; its name or its arguments look like high risk',
    remedy:
      'find out what the tool does: add a classifier, or name it under `reviewed_tools` with `high_risk: true`',
  },
  'unclassified.other': {
    title: 'unknown tool',
    says: 'an allowed call of a tool that no classifier knows',
    remedy: 'find out what the tool does: add a classifier, or name it under `reviewed_tools`',
  },
  'unclassified.reviewed_high_risk': {
    title: 'reviewed tool of high-risk shape',
    says: 'an allowed call of a reviewed tool whose name or arguments look like high risk; the review does not say so',
    remedy: 'look at the review again, and say `high_risk: true` in it if that is known',
  },
  deny_not_effective: {
    title: 'denial without effect',
    says: 'a call was denied, but nobody enforced that or it shows a result: it is judged as allowed',
    remedy: 'enforce the decision where the call is made',
  },
  policy_failed_open: {
    title: 'policy failed open',
    says: 'the policy layer failed to decide, and the call shows a result: it is judged as allowed',
    remedy: 'let the policy layer refuse what it cannot decide',
  },
  'credential_scope.insufficient': {
    title: 'credential without the needed scope',
    says: 'an allowed call that needs a scope which its declared credential does not have',
    remedy: 'correct `declared_credentials`, or find out which credential was used',
  },
  'credential_alias.unknown': {
    title: 'credential not declared',
    says: 'an allowed call with a credential that is not declared',
    remedy: 'declare it under `declared_credentials`, or find out where it comes from',
  },
  'credential_scope.unknown': {
    title: 'scope not known',
    says: 'an allowed call of which it cannot be told whether its credential has the needed scope',
    remedy:
      'name the credential on the call (`assay.credential.alias`), and its scopes by names that are known (docs/gate.md lists them)',
  },
  'credential_scope.overbroad': {
    title: 'credential broader than needed',
    says: 'an allowed call whose credential has more than the needed scope',
    remedy: 'use a credential with the needed scope alone',
  },
  'credential_scope.unrecognised': {
    title: 'scope of a credential not recognised',
    says: 'an allowed call whose credential has the needed scope, and another that nobody recognises',
    remedy: 'look at what the other scope allows',
  },
  required_decision: {
    title: 'no decision observed',
    says: 'a declared call that asks for an explicit policy decision, and none was observed',
    remedy: 'put the policy layer in the way of the call, or report its decision (`recordDecision`)',
  },
  inconclusive_observation_gap: {
    title: 'not observed well enough',
    says: 'calls may have been made that nobody saw',
    remedy: 'mend what is missing; `--accept-coverage` lets a pass rest on a part of what happened',
  },
};
