import type { MalformedReason, UnboundReason, UnverifiedReason } from '../verify/tool-verification.ts';
import type { Verdict } from '../verify/verdict.ts';

/** Every word of a verification, as it is said to a person: one that the types gain does not compile until it is here. */

export const VERDICT_WORDS: { readonly [Word in Verdict]: string } = {
  pass: 'every audit record confirms a call',
  fail: 'an audit record says that something happened which was refused or failed',
  inconclusive: 'an audit record confirms no call, or there was none to compare with',
};

export const UNVERIFIED_WORDS: { readonly [Reason in UnverifiedReason]: string } = {
  audit_contradicts_decision: 'contradicted, see the contradictions above',
  audit_more_specific: 'an audit record states more than the call does, and may be of another call',
  unknown_tool: 'no classifier knows the tool',
  no_effect_expected: 'refused, undecided, blocked or failed, and no audit record says otherwise',
  target_not_complete: 'the target is not known in full',
  identical_call_verified: 'the audit records of the same subject confirm other calls',
  no_audit_record: 'no audit record speaks of it',
};

export const UNBOUND_WORDS: { readonly [Reason in UnboundReason]: string } = {
  audit_more_specific: 'it states more than any call that it can mean',
  calls_used: 'every call with its subject is confirmed by another audit record',
  other_provider: 'a call with its subject was made at another provider',
  target_not_complete: 'a call of its kind was made whose target is not known in full',
  other_target: 'calls of its kind were made, of other targets',
  no_such_call: 'no call of its kind was observed',
};

export const MALFORMED_WORDS: { readonly [Reason in MalformedReason]: string } = {
  not_well_formed: 'not well formed',
  digest_differs: 'its digest is not that of its subject',
  record_id_reused: 'its id names several effects',
};
