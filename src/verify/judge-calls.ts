import type { Bindings, MeantCalls } from './bind.ts';
import { type BoundCall, type Call, isBound } from './calls-of-runs.ts';
import { grouped, type NonEmpty } from './keys.ts';
import { claimsVerified } from './side-effect.ts';
import type { IdenticalCalls, UnverifiedCall, UnverifiedReason, VerifiedCall } from './tool-verification.ts';

/** Every call, verified or not, in the order of the calls. */
export interface JudgedCalls {
  readonly verified: readonly VerifiedCall[];
  readonly unverified: readonly UnverifiedCall[];
  readonly identical: readonly IdenticalCalls[];
}

export function judgeCalls(calls: readonly Call[], bindings: Bindings): JudgedCalls {
  const identical = [...grouped(calls.filter(isBound), ({ bound }) => bound.binding).values()].filter(
    (group) => group.length > 1 && group.some((call) => bindings.verified.has(call)),
  );
  const siblings = new Set<Call>(identical.flat());
  const spoken = spokenOf(bindings);
  const verified: VerifiedCall[] = [];
  const unverified: UnverifiedCall[] = [];
  for (const call of calls) {
    const { reference, record, bound } = call;
    const audit = bindings.verified.get(call);
    if (audit !== undefined) {
      verified.push({
        ...reference,
        subject_digest: audit.reference.subject_digest,
        audit: audit.reference,
        asserted: record.response.side_effect_asserted,
        told_apart: !siblings.has(call),
      });
    } else {
      unverified.push({
        ...reference,
        reason: spoken.get(call) ?? unspokenReason(call, siblings.has(call)),
        subject_digest: bound?.digest ?? null,
        reset: claimsVerified(record.response),
      });
    }
  }
  return { verified, unverified, identical: identical.map(identicalCalls) };
}

/** What audit records say of calls that they do not verify. */
function spokenOf({ contradictions, unbound }: Bindings): ReadonlyMap<Call, UnverifiedReason> {
  const spoken = new Map<Call, UnverifiedReason>();
  const say = (list: readonly MeantCalls[], reason: UnverifiedReason) => {
    const groups = new Set(list.flatMap((meant) => meant.groups));
    for (const group of groups) for (const call of group) spoken.set(call, reason);
  };
  say(unbound, 'audit_more_specific');
  say(contradictions, 'audit_contradicts_decision');
  return spoken;
}

function unspokenReason({ record, bound, isRefused }: Call, hasVerifiedSibling: boolean): UnverifiedReason {
  if (!KNOWN.includes(record.classification)) return 'unknown_tool';
  if (isRefused) return 'no_effect_expected';
  if (bound === undefined) return 'target_not_complete';
  return hasVerifiedSibling ? 'identical_call_verified' : 'no_audit_record';
}

const KNOWN: readonly string[] = ['classified', 'classified_incomplete', 'redaction_failed'];

function identicalCalls(group: NonEmpty<BoundCall>): IdenticalCalls {
  const calls = group.map(({ reference: { run_id, record } }) => ({ run_id, record }));
  return { subject_digest: group[0].bound.digest, calls };
}
