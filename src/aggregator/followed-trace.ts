import type { Fragment, Loss } from '../run/mark.ts';
import { bearsOnCoverage, type SpanFact, speaksOfRun } from '../run/span-fact.ts';
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
  /** More is known of it than links between spans. */
  bears = false;
  readonly #origin: Origin;
  #part: string;
  readonly #lost = new Map<Loss['code'], number>();
  #isGiven = false;

  constructor(trace: string, origin: Origin) {
    this.facts = new TraceFacts(trace);
    this.#origin = origin;
    this.#part = origin.part;
    if (origin.earlier === undefined) return;
    this.facts.mark(fragmentOf(origin.earlier));
  }

  get isFragment(): boolean {
    return this.#origin.earlier !== undefined;
  }

  /** The earlier part of the trace, where it was given away as this run's. */
  earlierOf(run: string): Tombstone | undefined {
    const { earlier } = this.#origin;
    return earlier?.run === run ? earlier : undefined;
  }

  /** False where the fact is known already. */
  add(fact: SpanFact): boolean {
    if (!this.facts.add(fact)) return false;
    const isParentless = fact.parent === undefined && fact.seals === undefined && fact.carrier === undefined;
    this.hasRoot ||= isParentless;
    this.hasLocalRoot ||= isParentless || fact.remote === true;
    this.hasSeal ||= fact.seals !== undefined;
    this.isOwnRun ||= fact.checkpoints?.some(({ run }) => run === 'trace') === true;
    this.bears ||= bearsOnCoverage(fact);
    // What was given away may have said that nothing is missing.
    this.speaks ||= this.isFragment ? this.bears : speaksOfRun(fact);
    return true;
  }

  /** Somebody could not pass on so many more of its spans. */
  lost(code: Loss['code'], spans: number): void {
    const n = (this.#lost.get(code) ?? 0) + spans;
    this.#lost.set(code, n);
    this.facts.mark({ mark: 'loss', trace: this.facts.trace, code, reporter: this.#part, n });
  }

  /** Whether an earlier part may have been given away of which nobody knows any more; marks it then. */
  markForgotten(run: string): void {
    const { trace } = this.facts;
    const { horizon } = this.#origin;
    if (horizon === undefined || this.#beginning() > horizon) return;
    this.facts.mark({ mark: 'fragment', trace, of: FORGOTTEN, revision: 1, run, numbers: [] });
  }

  /** It is given away: names the part that later ones can refer to. */
  markPart(revision: number): void {
    this.#isGiven = true;
    this.facts.mark({ mark: 'part', trace: this.facts.trace, part: this.#part, revision });
  }

  /** It is the part that somebody else, who is gone, gave away under this name. */
  resume(part: string, revision: number): void {
    this.#part = part;
    this.markPart(revision);
  }

  /** What is kept when the evidence is forgotten. */
  tombstone(run: { readonly id: string; readonly revision: number }, at: number): Tombstone {
    const { trace } = this.facts;
    const { earlier } = this.#origin;
    // Nothing of this part was worth giving away: no state holds it, and what comes refers to the one before.
    if (earlier !== undefined && !this.#isGiven && !this.bears && this.#lost.size === 0)
      return { ...earlier, at };
    const numbers = callNumbers(this.facts.facts(), this.#origin.earlier?.numbers ?? []);
    return { run: run.id, trace, part: this.#part, revision: run.revision, numbers, at };
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

/** What says that evidence came after a part that was given away, or kept back since it said nothing. */
export function fragmentOf({ trace, part: of, revision, run, numbers }: Tombstone): Fragment {
  return { mark: 'fragment', trace, of, revision: Math.max(1, revision), run, numbers };
}
