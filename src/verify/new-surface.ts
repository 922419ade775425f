import type { RunCalls } from './calls-of-runs.ts';
import { VERIFIED_NON_CLAIM } from './non-claims.ts';
import { unverifiedResponse, verifiedResponse } from './side-effect.ts';
import type { Audit } from './sort-audits.ts';
import type { VerifiableRecord, VerifiableSurface } from './verifiable-run.ts';

/**
 * The surface of a run with what this run confirmed, and nothing that another did: everything else, unknown fields
 * included, is as it was.
 */
export function newSurface(
  { surface, calls }: RunCalls,
  verified: ReadonlyMap<unknown, Audit>,
): VerifiableSurface {
  const records = calls.map((call): VerifiableRecord => {
    const { record } = call;
    const audit = verified.get(call);
    const response =
      audit === undefined
        ? unverifiedResponse(record.response)
        : verifiedResponse(record.response, audit.reference.subject_digest);
    return response === record.response ? record : { ...record, response };
  });
  const own = surface.non_claims.filter((sentence) => sentence !== VERIFIED_NON_CLAIM);
  const hasVerified = calls.some((call) => verified.has(call));
  return {
    ...surface,
    observed_tool_decisions: records,
    non_claims: hasVerified ? [...own, VERIFIED_NON_CLAIM] : own,
  };
}
