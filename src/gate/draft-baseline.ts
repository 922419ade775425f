import { type AcceptedFinding, BASELINE_SCHEMA, type Baseline } from './baseline.ts';
import { isComplete, type ObservedRun } from './observed-run.ts';
import type { Finding, SurfaceDiff } from './surface-diff.ts';

/** What is written into new entries. */
export interface Acceptance {
  readonly reason: string;
  /** Last day on which they hold, `YYYY-MM-DD` in UTC. */
  readonly until?: string | undefined;
}

/** A baseline with what was said of the findings it accepts; or how many cannot be accepted as they are. */
export interface DraftBaseline {
  readonly baseline: Baseline;
  /** By fingerprint: the first finding that an entry accepts. Entries that accept nothing here have none. */
  readonly accepts: ReadonlyMap<string, Finding>;
  /** New entries. */
  readonly added: number;
  /** Findings of incomplete or unknown calls that stand, and that no entry without `until` may accept. */
  readonly withoutUntil: number;
  /** Gaps that stand: no baseline accepts them. */
  readonly gaps: number;
}

/**
 * A baseline of every finding that stands and takes away a pass, united with the one that the diff was made with. Entries
 * that are there stay as they are, less those that no longer hold for a finding that stands. In the order of their
 * fingerprints.
 *
 * @param runs those that the diff was made of.
 */
export function draftBaseline(
  diff: SurfaceDiff,
  runs: readonly ObservedRun[],
  { reason, until }: Acceptance,
  earlier?: Baseline,
): DraftBaseline {
  const standing = diff.findings.filter(({ level }) => level === 'error' || level === 'inconclusive');
  const accepts = new Map<string, Finding>();
  const keep = (fingerprint: string, finding: Finding) => {
    if (!accepts.has(fingerprint)) accepts.set(fingerprint, finding);
  };
  const added = new Map<string, AcceptedFinding>();
  const withoutUntil = new Set<string>();
  for (const finding of standing) {
    const { fingerprint } = finding;
    if (fingerprint === null) continue;
    keep(fingerprint, finding);
    added.set(fingerprint, { fingerprint, reason, ...(until !== undefined && { until }) });
    if (until === undefined && !isOfCompleteCall(finding, diff, runs)) withoutUntil.add(fingerprint);
  }
  for (const finding of diff.baselined) keep(finding.fingerprint, finding);
  const kept = (earlier?.accepted ?? []).filter(({ fingerprint }) => !added.has(fingerprint));
  const accepted = [...kept, ...added.values()].sort(byFingerprint);
  return {
    baseline: { schema: BASELINE_SCHEMA, accepted },
    accepts,
    added: added.size,
    withoutUntil: withoutUntil.size,
    gaps: standing.filter(({ fingerprint }) => fingerprint === null).length,
  };
}

/** Where several runs have one id, the call of each of them is asked. */
function isOfCompleteCall(finding: Finding, { runs: summaries }: SurfaceDiff, runs: readonly ObservedRun[]) {
  return runs.every(({ surface }, at) => {
    if (summaries[at]?.run_id !== finding.run_id) return true;
    const record = surface?.observed_tool_decisions[finding.record ?? -1];
    return record === undefined || isComplete(record);
  });
}

function byFingerprint(one: AcceptedFinding, other: AcceptedFinding): number {
  return one.fingerprint < other.fingerprint ? -1 : one.fingerprint > other.fingerprint ? 1 : 0;
}
