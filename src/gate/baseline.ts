/** Findings that a person has accepted. */

export const BASELINE_SCHEMA = 'assay.tool_surface_baseline.v0';

/** `assay.tool_surface_baseline.v0`. */
export interface Baseline {
  readonly schema: typeof BASELINE_SCHEMA;
  readonly accepted: readonly AcceptedFinding[];
}

export interface AcceptedFinding {
  readonly fingerprint: string;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD` in UTC. For an incomplete or unknown call it must be there. */
  readonly until?: string | undefined;
}

/** Why an entry of the baseline accepted nothing. */
export type BaselineRefusal = 'expired' | 'until_missing' | 'not_seen';

/** An entry that accepted nothing, for a person to remove or to mend. */
export interface UnusedAcceptance {
  readonly fingerprint: string;
  readonly why: BaselineRefusal;
}

/** Whether an entry holds for a finding of a call that is classified, or that is incomplete or unknown. */
export function refusalOf(
  { until }: AcceptedFinding,
  isClassified: boolean,
  today: string,
): BaselineRefusal | undefined {
  if (until === undefined) return isClassified ? undefined : 'until_missing';
  return today <= until ? undefined : 'expired';
}
