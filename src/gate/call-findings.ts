import { masked, maskedDecision, maskedTarget } from '../decision/masked.ts';
import { fingerprint, isOfCredential } from './fingerprint.ts';
import type { Judgement } from './judgement.ts';
import type { Levels } from './levels.ts';
import { isComplete, type ObservedRecord } from './observed-run.ts';
import { rowOf } from './rows.ts';
import type { CallReference, Finding } from './surface-diff.ts';

/** A finding of a call, and what a baseline must know beside it. */
export interface CallFinding {
  readonly finding: Finding & { readonly fingerprint: string };
  readonly isClassified: boolean;
}

/** Which call a finding is about; secrets in the names of another producer's record are masked. */
export function callReference(
  runId: string | null,
  position: number,
  record: ObservedRecord,
): CallReference & { readonly record: number } {
  return {
    run_id: runId,
    record: position,
    server: masked(record.server.id),
    tool: masked(record.tool.name),
    category: record.tool.category,
    target: record.action.target && maskedTarget(record.action.target),
    decision: maskedDecision(record.decision),
  };
}

/** One finding for each code of each row that holds for a call. */
export function callFindings(
  record: ObservedRecord,
  reference: CallReference,
  judgement: Judgement,
  levels: Levels,
): CallFinding[] {
  const { credential_alias: alias } = record.redaction;
  return judgement.rows.flatMap(({ row, reason, expected = null }) => {
    const { codes, undeclared } = rowOf(row);
    const nearest = (undeclared && judgement.nearest) ?? null;
    const print = fingerprint(row, record);
    return codes.map((code) => ({
      finding: {
        row,
        code,
        level: levels[row],
        ...reference,
        nearest,
        declared: judgement.declared ?? null,
        reason,
        fingerprint: print,
        expected,
        ...(isOfCredential(row) && { credential_alias: alias && masked(alias) }),
      },
      isClassified: isComplete(record),
    }));
  });
}
