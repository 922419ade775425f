export const EMISSION_SCHEMA = 'assay.tool_observation_emission.v0';

/** Why the documents of a run were written when they were. */
export type ClosedBy = 'end_of_input' | 'evicted' | 'idle' | 'max_age' | 'root_ended' | 'shutdown';

/**
 * `assay.tool_observation_emission.v0`: the envelope around the documents of a run. It tells of this writing of them
 * and is outside of every digest: the same spans give the same documents, whoever emits them and how often.
 */
export interface Emission {
  readonly schema: typeof EMISSION_SCHEMA;
  readonly run_id: string;
  /** From 1; a higher one of the same run was written later. */
  readonly revision: number;
  /** The revision that this one takes the place of; null for the first, and for a fragment. */
  readonly supersedes: number | null;
  readonly closed_by: ClosedBy;
  /** What came after an earlier part had been given away: it stands beside that part, not in its place. */
  readonly fragment: boolean;
  readonly emitted_by: string;
}
