import { CLASSIFIERS } from '../classify/registry.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import { documentDigest } from '../decision/document-digest.ts';
import type { AuditInput } from './audit-record.ts';
import { bind, type MeantCalls } from './bind.ts';
import { orderRuns } from './calls-of-runs.ts';
import { judgeCalls } from './judge-calls.ts';
import { newSurface } from './new-surface.ts';
import { VERIFICATION_NON_CLAIMS } from './non-claims.ts';
import { sortAudits } from './sort-audits.ts';
import { type ToolVerification, VERIFICATION_SCHEMA } from './tool-verification.ts';
import { verdictOf } from './verdict.ts';
import type { VerifiableRun, VerifiableSurface } from './verifiable-run.ts';

/** What a verification gives. */
export interface Verified {
  readonly verification: ToolVerification;
  /** The new surface of each run, in the order in which the runs came in. */
  readonly surfaces: readonly VerifiableSurface[];
}

/**
 * Moves calls from asserted to verified, where an audit record of the provider says exactly what they did. Pure and
 * total for valid surfaces; the same bytes for any order of runs and audit records.
 *
 * Fails closed: what cannot be bound stays as asserted as it was, and what the input calls verified is reset unless an
 * audit record confirms it here. A call that was refused, undecided, blocked or failed is never verified.
 */
export function verify(
  runs: readonly VerifiableRun[],
  audits: readonly AuditInput[],
  classifiers: readonly ClassifierRule[] = CLASSIFIERS,
): Verified {
  const ordered = orderRuns(runs, classifiers);
  const sorted = sortAudits(audits);
  const calls = ordered.runs.flatMap((run) => run.calls);
  const bindings = bind(calls, sorted.audits);
  const judged = judgeCalls(calls, bindings);

  const contradictions = bindings.contradictions.map((meant) => ({
    code: 'audit_contradicts_decision' as const,
    audit: meant.audit.reference,
    exact: meant.isExact,
    ...listedCalls(meant),
  }));
  const unbound = bindings.unbound.map(({ reason, ...meant }) => ({
    audit: meant.audit.reference,
    reason,
    ...listedCalls(meant),
  }));
  const { malformed } = sorted;
  const surfaces = new Map(ordered.runs.map((run) => [run, newSurface(run, bindings.verified)]));
  return {
    verification: {
      schema: VERIFICATION_SCHEMA,
      verdict: verdictOf({ contradictions, unbound, malformed, auditCount: audits.length }),
      verified: judged.verified,
      unverified: judged.unverified,
      contradictions,
      unbound,
      malformed,
      identical_calls: judged.identical,
      runs: [...surfaces].map(([run, surface]) => ({
        run_id: run.runId,
        tool_calls_observed: run.calls.length,
        verified: run.calls.filter((call) => bindings.verified.has(call)).length,
        surface_digest: run.surfaceDigest,
        verified_surface_digest: documentDigest(surface),
      })),
      inputs: { audit_records: auditDigests(audits) },
      non_claims: VERIFICATION_NON_CLAIMS,
    },
    surfaces: ordered.runOf.flatMap((run) => surfaces.get(run) ?? []),
  };
}

/** Many audit records may mean the same many calls: a report of all of them each time would have no bound. */
const MAX_LISTED_CALLS = 10;

function listedCalls({ groups }: MeantCalls) {
  const first = groups.flatMap((group) => group.slice(0, MAX_LISTED_CALLS)).slice(0, MAX_LISTED_CALLS);
  return {
    calls: first.map(({ reference }) => reference),
    call_count: groups.reduce((count, { length }) => count + length, 0),
  };
}

function auditDigests(audits: readonly AuditInput[]): (string | null)[] {
  const digests = audits.map(({ reading }) => {
    if ('record' in reading) return documentDigest(reading.record);
    return reading.document === undefined ? null : documentDigest(reading.document);
  });
  // By code units: null, read as a word, comes before every digest.
  return digests.sort();
}
