import type { ClosedBy } from '../run/emission.ts';
import type { Loss } from '../run/mark.ts';
import { type SpanFact, speaksOfRun } from '../run/span-fact.ts';
import { TraceFacts } from '../run/trace-facts.ts';
import { callNumbers } from './call-numbers.ts';
import type { Tombstone } from './tombstones.ts';

/** How a trace came to be followed. */
interface Origin {
  /** Names this evidence among the parts of its trace. */
  readonly part: string;
  /** Evidence that began no later than this (Unix milliseconds) may have an earlier part that nobody remembers. */
  readonly horizon: number | undefined;
  /** The earlier part, where one was given away. */
  readonly earlier: Tombstone | undefined;
}

/** A part that nobody remembers: no state holds it, so that what refers to it is never whole. */
const FORGOTTEN = 'forgotten';

/** The evidence of one trace while it is kept, and what of it decides when its run closes. */
export class FollowedTrace {
  readonly facts: TraceFacts;
  /** The id of the run that it is counted to. */
  run: string | undefined;
  /** Spans with a checkpoint that were recorded and not exported. */
  readonly unexported = new Set<string>();
  hasRoot = false;
  hasLocalRoot = false;
  hasSeal = false;
  isOwnRun = false;
  speaks = false;
  readonly #origin: Origin;
  readonly #lost = new Map<Loss['code'], number>();

  constructor(trace: string, origin: Origin) {
    this.facts = new TraceFacts(trace);
    this.#origin = origin;
    if (origin.earlier === undefined) return;
    const { part: of, run, numbers } = origin.earlier;
    this.facts.mark({ mark: 'fragment', trace, of, run, numbers });
  }

  get isFragment(): boolean {
    return this.#origin.earlier !== undefined;
  }

  /** Of the last emission of this run by an earlier part of the trace; 0 where there was none. */
  revisionOf(run: string): number {
    const { earlier } = this.#origin;
    return earlier?.run === run ? earlier.revision : 0;
  }

  /** False where the fact is known already. */
  add(fact: SpanFact): boolean {
    if (!this.facts.add(fact)) return false;
    const isParentless = fact.parent === undefined && fact.seals === undefined;
    this.hasRoot ||= isParentless;
    this.hasLocalRoot ||= isParentless || fact.remote === true;
    this.hasSeal ||= fact.seals !== undefined;
    this.isOwnRun ||= fact.checkpoints?.some(({ run }) => run === 'trace') === true;
    this.speaks ||= speaksOfRun(fact);
    return true;
  }

  /** Somebody could not pass on so many more of its spans. */
  lost(code: Loss['code'], spans: number): void {
    const n = (this.#lost.get(code) ?? 0) + spans;
    this.#lost.set(code, n);
    this.facts.mark({ mark: 'loss', trace: this.facts.trace, code, reporter: this.#origin.part, n });
  }

  /** Before it is given away: marks it as a part that later ones can refer to, and as a fragment where it may be one. */
  beforeEmission(runId: string, closedBy: ClosedBy): void {
    const { trace } = this.facts;
    const { part, horizon } = this.#origin;
    // After the end of an input nothing comes; without the name of the part the same input gives the same state.
    if (closedBy !== 'end_of_input') this.facts.mark({ mark: 'part', trace, part });
    if (horizon === undefined || this.#beginning() > horizon) return;
    this.facts.mark({ mark: 'fragment', trace, of: FORGOTTEN, run: runId, numbers: [] });
  }

  /** What is kept when the evidence is forgotten. */
  tombstone(run: { readonly id: string; readonly revision: number }, at: number): Tombstone {
    const numbers = callNumbers(this.facts.facts(), this.#origin.earlier?.numbers ?? []);
    return { run: run.id, part: this.#origin.part, revision: run.revision, numbers, at };
  }

  /** The earliest moment that the evidence speaks of, in Unix milliseconds. */
  #beginning(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { start, calls = [], checkpoints = [] } of this.facts.facts()) {
      const times = [start, ...calls.map((call) => call.start), ...checkpoints.map(({ from }) => from)];
      for (const time of times) if (time !== undefined) least = Math.min(least, Number(time) / 1e6);
    }
    return least;
  }
}
