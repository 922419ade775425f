import type { EmittedRun } from './emitted-run.ts';
import type { AggregatorLimits } from './limits.ts';
import type { Tombstone } from './tombstones.ts';

export interface AggregatorOptions {
  readonly limits: AggregatorLimits;
  readonly emittedBy: string;
  /** Tells this aggregator's parts from those of any other: 16 hex digits. */
  readonly reporter: string;
  /** Gets every emitted run, in order; may call back; must not throw. */
  readonly emit: (run: EmittedRun) => void;
  /** Told of a run whose documents could not be made; what is known of it is kept. */
  readonly failed?: (() => void) | undefined;
  /** Whether spans of a trace are still open in this process; absent where nobody can know. */
  readonly isOpen?: ((trace: string) => boolean) | undefined;
  /** Emits every run, also without a call or anything else of ours. */
  readonly all?: boolean | undefined;
  /** Bytes that what is kept over all runs may take, by the cost of facts. */
  readonly maxBytes?: number | undefined;
  /** Closes by the clock in `sweep` alone; otherwise a few of the runs that are due with each fact too. */
  readonly sweepsWhenAsked?: boolean | undefined;
  /**
   * Told of every trace whose evidence goes, after its run was given away, with what is remembered of it; must not call
   * back.
   */
  readonly forgot?: ((trace: string, remembered: Tombstone | undefined) => void) | undefined;
}
