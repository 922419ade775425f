import { canonicalJson } from '../../decision/canonical-json.ts';
import { digestOf } from '../../decision/codec.ts';
import type { Finding } from '../../gate/surface-diff.ts';
import type { ToldFinding } from '../told-finding.ts';

/** One result: what was found is one thing, however often and in however many runs it was. */
export interface LogicalResult extends ToldFinding {
  readonly identity: string;
  readonly occurrences: number;
  /** Ids of the runs, each once. */
  readonly runs: readonly string[];
}

/** Findings by their identity, in the order in which the first of each stands. */
export function logicalResults(told: readonly ToldFinding[]): readonly LogicalResult[] {
  const results = new Map<string, { told: ToldFinding; occurrences: number; runs: Set<string> }>();
  for (const one of told) {
    const identity = identityOf(one.finding);
    const known = results.get(identity) ?? { told: one, occurrences: 0, runs: new Set() };
    known.occurrences += 1;
    if (one.finding.run_id !== null) known.runs.add(one.finding.run_id);
    results.set(identity, known);
  }
  return [...results].map(
    ([
      identity,
      {
        told: { finding, codes },
        occurrences,
        runs,
      },
    ]) => ({
      finding,
      codes,
      identity,
      occurrences,
      runs: [...runs],
    }),
  );
}

/** Of a gap, which has no fingerprint, what is missing; never of which run it is. */
function identityOf({ fingerprint, row, reason, expected }: Finding): string {
  return fingerprint ?? digestOf(canonicalJson({ row, reason, expected }));
}
