import type { EmittedRun } from '../aggregator/emitted-run.ts';

/**
 * A place where the documents of runs go. `write` gets every emission of every run, in order and one at a time: the
 * next comes when the promise of the last has settled. A sink that throws or rejects loses that emission and is said
 * once through `diag`; the host goes on. A function is a sink that only writes.
 */
export interface Sink {
  write(run: EmittedRun): void | PromiseLike<void>;
  /** Everything that was written has arrived when this resolves. */
  forceFlush?(): Promise<void>;
  /** Nothing is written afterwards. */
  shutdown?(): Promise<void>;
}
