import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { documentsOf, type RunDocuments } from '../run/documents.ts';
import { type ClosedBy, EMISSION_SCHEMA } from '../run/emission.ts';
import { orphans } from '../run/mark.ts';
import { stateDocument } from '../run/run-state.ts';
import type { SpanFact } from '../run/span-fact.ts';
import type { StateDocument } from '../run/state-document.ts';
import type { TraceFacts } from '../run/trace-facts.ts';
import type { EmittedRun } from './emitted-run.ts';
import { type FollowedTrace, fragmentOf } from './followed-trace.ts';
import type { Tombstone } from './tombstones.ts';

/** What was given away last of a run. */
export interface GivenAway {
  readonly revision: number;
  /** Digest of what it said, {@link saying}. */
  readonly said: string;
  /** The names under which it gave away what was known of its traces. */
  readonly parts: readonly { readonly trace: string; readonly part: string }[];
}

/** What was given away with an emission. */
export function givenAway(run: EmittedRun): GivenAway {
  const parts = run.state.marks.flatMap((mark) =>
    mark.mark === 'part' ? [{ trace: mark.trace, part: mark.part }] : [],
  );
  return { revision: run.emission.revision, said: saying(run), parts };
}

/** A run as others may look at it. */
export interface RunSight {
  readonly id: string;
  /** First and last sign of it, and when it closed, in the aggregator's milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly closedAt: number | undefined;
  /** Of its last emission; 0 before the first. */
  readonly revision: number;
  /** Whether it was given away since it is followed. */
  readonly hasEmitted: boolean;
  readonly speaks: boolean;
  readonly traces: { readonly size: number };
  facts(): readonly SpanFact[];
  /** As the evidence has them now; nothing is given away by it. */
  documents(): RunDocuments;
}

/** Digest of what the documents of a run say: where it stays the same there is nothing to give away. */
function saying({ health, index }: RunDocuments): string {
  return digestOf(canonicalJson([health, index]));
}

/** A run that is open, or closed and kept so that what comes late amends it. */
export class FollowedRun implements RunSight {
  readonly id: string;
  readonly traces = new Set<FollowedTrace>();
  /** First and last sign of it, in the aggregator's milliseconds. */
  firstAt: number;
  lastAt: number;
  /** Of its last emission, also by an earlier part of it; 0 before the first. */
  revision: number;
  closedAt: number | undefined;
  /** Traces that turned out to be of another run after they had been emitted as this one's. */
  readonly departed = new Set<FollowedTrace>();
  #last: string | undefined;
  /** An earlier part of it was given away and forgotten. */
  readonly #earlier: Tombstone | undefined;

  constructor(id: string, now: number, earlier: Tombstone | undefined) {
    this.id = id;
    this.firstAt = now;
    this.lastAt = now;
    this.revision = earlier?.revision ?? 0;
    this.#earlier = earlier;
  }

  /** Bytes that its facts may take. */
  get bytes(): number {
    let bytes = 0;
    for (const { facts } of this.traces) bytes += facts.bytes;
    return bytes;
  }

  /** Whether it was given away since it is followed. */
  get hasEmitted(): boolean {
    return this.#last !== undefined;
  }

  /** It was given away up to here by somebody else, who is gone. */
  resume({ revision, said, parts }: GivenAway): void {
    if (revision < this.revision) return;
    this.revision = revision;
    this.#last = said;
    const names = new Map(parts.map(({ trace, part }) => [trace, part]));
    for (const trace of this.traces) {
      const part = names.get(trace.facts.trace);
      // One that is not here is of another run by now, or came later.
      if (part !== undefined) trace.resume(part, revision);
    }
  }

  /** Whether it has anything that is worth showing, or took the place of something that was shown. */
  get speaks(): boolean {
    if (this.hasEmitted) return true;
    for (const { speaks } of this.traces) if (speaks) return true;
    return false;
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

  /**
   * The documents as the evidence has them now, as the next revision; `undefined` where the last one said just the
   * same.
   */
  emit(closedBy: ClosedBy, emittedBy: string): EmittedRun | undefined {
    const traces = [...this.traces];
    for (const trace of traces) trace.markForgotten(this.id);
    const all = traces.map(({ facts }) => facts);
    const documents = this.documents();
    const said = saying(documents);
    if (said === this.#last) return undefined;
    const supersedes = this.hasEmitted ? this.revision : null;
    this.#last = said;
    this.revision += 1;
    // After the end of an input nothing comes; without the names of parts the same input gives the same state.
    if (closedBy !== 'end_of_input') for (const trace of traces) trace.markPart(this.revision);
    const state = this.#stated(all);
    const left = [...this.departed].flatMap(({ facts }) => facts.naming());
    return {
      ...documents,
      state: { ...state, spans: [...state.spans, ...left] },
      emission: {
        schema: EMISSION_SCHEMA,
        run_id: this.id,
        revision: this.revision,
        supersedes,
        closed_by: closedBy,
        fragment: orphans(state.marks).length > 0,
        emitted_by: emittedBy,
      },
      isEmptied: traces.length === 0,
      unexported: unexportedOf(traces),
    };
  }

  facts(): readonly SpanFact[] {
    return [...this.traces].flatMap(({ facts }) => facts.facts());
  }

  documents(): RunDocuments {
    const all = [...this.traces].map(({ facts }) => facts);
    const { spans, marks } = this.#stated(all);
    const isConflicting = all.some((facts) => facts.run().isConflicting);
    return documentsOf(this.id, spans, isConflicting, marks);
  }

  #stated(traces: readonly TraceFacts[]): StateDocument {
    const state = stateDocument(traces);
    if (this.#earlier === undefined) return state;
    // A trace that goes on says so itself; one that is new to the run does not.
    const earlier = fragmentOf(this.#earlier);
    const isSaid = state.marks.some((mark) => canonicalJson(mark) === canonicalJson(earlier));
    return isSaid ? state : { ...state, marks: [...state.marks, earlier] };
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
