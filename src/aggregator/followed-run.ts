import { documentsOf } from '../run/documents.ts';
import { type ClosedBy, EMISSION_SCHEMA } from '../run/emission.ts';
import { stateDocument } from '../run/run-state.ts';
import type { EmittedRun } from './emitted-run.ts';
import type { FollowedTrace } from './followed-trace.ts';

/** A run that is open, or closed and kept so that what comes late amends it. */
export class FollowedRun {
  readonly id: string;
  readonly traces = new Set<FollowedTrace>();
  /** First and last sign of it, in the aggregator's milliseconds. */
  readonly firstAt: number;
  lastAt: number;
  /** Of its last emission, also by an earlier part of it; 0 before the first. */
  revision: number;
  closedAt: number | undefined;
  #hasEmitted = false;
  /** An earlier part of it was given away and forgotten. */
  readonly #isLater: boolean;

  constructor(id: string, now: number, revision: number) {
    this.id = id;
    this.firstAt = now;
    this.lastAt = now;
    this.revision = revision;
    this.#isLater = revision > 0;
  }

  /** Whether it has anything that is worth showing, or took the place of something that was shown. */
  get speaks(): boolean {
    if (this.#hasEmitted) return true;
    for (const { speaks } of this.traces) if (speaks) return true;
    return false;
  }

  get size(): number {
    let size = 0;
    for (const { facts } of this.traces) size += facts.size;
    return size;
  }

  /**
   * Whether all its local roots have ended, as far as anybody here can know: `isOpen` says whether spans of a trace are
   * still open in this process; without it a trace has ended when its parentless span has. A run that is wider than a
   * trace ends with its seal.
   */
  hasEnded(isOpen: ((trace: string) => boolean) | undefined): boolean {
    // All its traces turned out to be of another run: there is nothing to wait for.
    if (this.traces.size === 0) return true;
    let isSealed = false;
    let isOwnTrace = false;
    for (const { facts, hasRoot, hasLocalRoot, hasSeal, isOwnRun } of this.traces) {
      isSealed ||= hasSeal;
      isOwnTrace ||= isOwnRun || facts.trace === this.id;
      const isRooted = isOpen === undefined ? hasRoot : hasLocalRoot && !isOpen(facts.trace);
      if (!isRooted && !hasSeal) return false;
    }
    return isSealed || isOwnTrace;
  }

  /** The documents as the evidence has them now, as the next revision. */
  emit(closedBy: ClosedBy, emittedBy: string): EmittedRun {
    const traces = [...this.traces];
    const isFragment = this.#isLater || traces.some((trace) => trace.isFragment);
    for (const trace of traces) trace.beforeEmission(this.id, closedBy);
    const all = traces.map(({ facts }) => facts);
    const state = stateDocument(all);
    const hasIdConflict = all.some((facts) => facts.run().isConflicting);
    const supersedes = this.#hasEmitted ? this.revision : null;
    this.revision += 1;
    this.#hasEmitted = true;
    return {
      ...documentsOf(this.id, state.spans, hasIdConflict, state.marks),
      state,
      emission: {
        schema: EMISSION_SCHEMA,
        run_id: this.id,
        revision: this.revision,
        supersedes,
        closed_by: closedBy,
        fragment: isFragment,
        emitted_by: emittedBy,
      },
      unexported: unexportedOf(traces),
    };
  }
}

function unexportedOf(traces: readonly FollowedTrace[]): EmittedRun['unexported'] {
  return traces.flatMap(({ facts, unexported }) => {
    if (unexported.size === 0) return [];
    return facts
      .facts()
      .flatMap(({ trace, span, checkpoints = [] }) =>
        unexported.has(span)
          ? checkpoints.map((checkpoint) => ({ traceId: trace, spanId: span, checkpoint }))
          : [],
      );
  });
}
