import { digestOf, type EventAttributes } from './codec.ts';
import { CHECKPOINT } from './names.ts';

/** Inclusive ranges of call numbers. */
export type Ranges = readonly (readonly [number, number])[];

/** What watched for calls: `basis` says who vouches for it, `covers` how much of the process it sees. */
export interface Attestation {
  readonly scope: string;
  readonly version: string;
  readonly vantage: 'client' | 'server' | 'gateway' | 'framework';
  readonly basis: 'installed' | 'configured' | 'seen';
  readonly covers: 'object' | 'process';
  /** Unix nanoseconds, decimal. */
  readonly since: string;
}

/**
 * What one emitter says of one epoch, cumulative: the evidence by which a reader can tell whether absence
 * means anything. Times are Unix nanoseconds as decimal strings.
 */
export interface Checkpoint {
  readonly emitter: string;
  readonly epoch: string;
  /** From 1; the highest of an epoch counts. */
  readonly ordinal: number;
  /** Calls numbered so far: 1 to this number. */
  readonly numbered: number;
  readonly withdrawn: Ranges;
  readonly open: Ranges;
  /** Local roots with a remote parent that are still open. */
  readonly open_roots: readonly string[];
  /** The trace's parentless span, where the trace began here. */
  readonly root: string | null;
  readonly run_root: string | null;
  readonly run: 'trace' | null;
  readonly final: boolean;
  readonly resumed: boolean;
  /** Digest over the record digests in sequence order, each followed by a newline. */
  readonly seal: string;
  readonly unrecorded: number;
  readonly detached_calls: number;
  readonly instrumentation: readonly Attestation[];
  readonly sampler: 'observing' | 'declared' | 'unknown';
  readonly not_sampled: number;
  readonly read_in_process: boolean;
  readonly limits: readonly string[];
  readonly hooks_missed: number;
  readonly scrub: 'strict' | 'content' | 'off';
  readonly policy_hook: boolean;
  readonly classifier_version: readonly string[];
  readonly initialize_seen: boolean;
  readonly tools_list_seen: boolean;
  readonly from: string;
  readonly until: string;
}

/**
 * The attributes of event `assay.tool_observation`, in their published order. The emitter puts the members of
 * a checkpoint in canonical order (RFC 8785), so that writing it out needs no sorting.
 */
export function checkpointAttributes(checkpoint: Checkpoint): EventAttributes {
  const text = JSON.stringify(checkpoint);
  return {
    [CHECKPOINT.checkpoint]: text,
    [CHECKPOINT.digest]: digestOf(text),
    ...rootAttributes(checkpoint),
  };
}

/** What the local root itself carries, so that a lost checkpoint shows. */
export function rootAttributes({ emitter, epoch, ordinal }: Checkpoint): EventAttributes {
  return { [CHECKPOINT.emitterId]: emitter, [CHECKPOINT.epoch]: epoch, [CHECKPOINT.ordinal]: ordinal };
}

/** The seal of the records with these digests, in sequence order; of no records, that of the empty string. */
export function sealOf(digests: readonly string[]): string {
  return digestOf(digests.length === 0 ? '' : `${digests.join('\n')}\n`);
}
