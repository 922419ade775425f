import type { RecordDecision, Target } from '../decision/record.ts';
import type { ResponseStatus } from '../span/observed-call.ts';
import type { AuditProblem } from './audit-record.ts';
import type { Verdict } from './verdict.ts';

export const VERIFICATION_SCHEMA = 'assay.tool_verification.v0';

/**
 * `assay.tool_verification.v0`: which calls the audit records of their providers confirm. Every call is verified or
 * unverified; every audit record vouches for a call, contradicts, binds nothing or is malformed.
 */
export interface ToolVerification {
  readonly schema: typeof VERIFICATION_SCHEMA;
  readonly verdict: Verdict;
  readonly verified: readonly VerifiedCall[];
  readonly unverified: readonly UnverifiedCall[];
  readonly contradictions: readonly Contradiction[];
  readonly unbound: readonly UnboundAudit[];
  readonly malformed: readonly MalformedAudit[];
  /** Calls with one subject, of which at least one is verified: which of them an audit record means, nobody can tell. */
  readonly identical_calls: readonly IdenticalCalls[];
  readonly runs: readonly VerifiedRun[];
  readonly inputs: {
    /** One for each audit record that came in, sorted; null where it could not be read as JSON. */
    readonly audit_records: readonly (string | null)[];
  };
  readonly non_claims: readonly string[];
}

/** Which call: its run, and its position in the surface of the run, from 0. */
export interface CallKey {
  readonly run_id: string | null;
  readonly record: number;
}

/** The call that something is said of, as its record has it: hashes stay hashes. */
export interface CallReference extends CallKey {
  readonly server: string;
  readonly tool: string;
  readonly category: string | null;
  readonly target: Target | null;
  /** `allow` with source `none` says that nobody decided. */
  readonly decision: RecordDecision;
  readonly status: ResponseStatus;
}

/** Which audit record, free of its target: that may hold what no record would store. */
export interface AuditReference {
  readonly provider: string;
  readonly record_id: string;
  readonly action_class: string;
  readonly verb: string;
  /** Of its subject without what that says to be null; a call of the same subject has the same. */
  readonly subject_digest: string;
  /** Where it stands; more than one where it was given more than once, which counts once. */
  readonly sources: readonly string[];
}

export interface VerifiedCall extends CallReference {
  readonly subject_digest: string;
  readonly audit: AuditReference;
  /** False where the tool itself did not say that it succeeded. */
  readonly asserted: boolean;
  /** False where other calls have the same subject; see `identical_calls`. */
  readonly told_apart: boolean;
}

/** Why a call is not verified; the first that holds. */
export type UnverifiedReason =
  /** An audit record says that it happened, the decision or the response that it did not. */
  | 'audit_contradicts_decision'
  /** An audit record states more than the call does: it may be of another call. */
  | 'audit_more_specific'
  /** No classifier knows the tool. */
  | 'unknown_tool'
  /** Refused, undecided, blocked or failed, and no audit record says otherwise. */
  | 'no_effect_expected'
  /** It cannot be told what exactly it did. */
  | 'target_not_complete'
  /** The audit records of its subject vouch for other calls. */
  | 'identical_call_verified'
  | 'no_audit_record';

export interface UnverifiedCall extends CallReference {
  readonly reason: UnverifiedReason;
  /** Null where the call has no subject. */
  readonly subject_digest: string | null;
  /** The input called it verified, and nothing here confirms it. */
  readonly reset: boolean;
}

/** An effect that a provider recorded, of which every call that is left was refused or failed. */
export interface Contradiction {
  readonly code: 'audit_contradicts_decision';
  readonly audit: AuditReference;
  /** False where the audit record is more specific than all of these calls. */
  readonly exact: boolean;
  /** The first of them; `call_count` counts all. */
  readonly calls: readonly CallReference[];
  readonly call_count: number;
}

/** Why an audit record vouches for no call. */
export type UnboundReason =
  /** It states more than any call that it can mean. */
  | 'audit_more_specific'
  /** Every call with its subject is vouched for by another audit record. */
  | 'calls_used'
  /** A call with its subject was made at another provider. */
  | 'other_provider'
  /** A call of its class and verb was made, of which it cannot be told what exactly it did. */
  | 'target_not_complete'
  /** Calls of its class and verb were made, of other targets. */
  | 'other_target'
  /** No call of its class and verb was observed. */
  | 'no_such_call';

export interface UnboundAudit {
  readonly audit: AuditReference;
  readonly reason: UnboundReason;
  /** The first of the calls that it is more specific than, where that is the reason; `call_count` counts all. */
  readonly calls: readonly CallReference[];
  readonly call_count: number;
}

export type MalformedReason = 'not_well_formed' | 'digest_differs' | 'record_id_reused';

export interface MalformedAudit {
  readonly source: string;
  /** Null where it is not well formed. */
  readonly record_id: string | null;
  readonly reason: MalformedReason;
  readonly problems: readonly AuditProblem[];
}

export interface IdenticalCalls {
  readonly subject_digest: string;
  readonly calls: readonly CallKey[];
}

/** One run; one that came in twice stands once. */
export interface VerifiedRun {
  readonly run_id: string | null;
  readonly tool_calls_observed: number;
  readonly verified: number;
  readonly surface_digest: string | null;
  /** Of the new surface. */
  readonly verified_surface_digest: string | null;
}
