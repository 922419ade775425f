import { randomBytes } from 'node:crypto';
import { Aggregator } from '../aggregator/aggregator.ts';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { type AggregatorLimits, DEFAULT_LIMITS } from '../aggregator/limits.ts';
import { RUN_COST } from '../run/fact-cost.ts';
import type { SpanFact } from '../run/span-fact.ts';
import { InputClock } from './input-clock.ts';

export interface FollowOptions {
  /** Milliseconds without a sign after which a run closes while reading; absent: all close at the end. */
  readonly idle?: number | undefined;
  /** Emits every run, also without a call or anything else of ours. */
  readonly all: boolean;
  readonly emittedBy: string;
  /** Unix milliseconds. */
  readonly wallClock: () => number;
  /** Bytes that the heap may grow to. */
  readonly heapLimit: number;
}

/**
 * The runs of an input, each given away as it closes: by the rules of the aggregator on the time in the input, or all
 * at the end. What does not fit into memory is given away before that, the run that was idle for longest first.
 */
export class FollowedInput {
  readonly #aggregator: Aggregator;
  readonly #clock: InputClock;
  readonly #closesWhileReading: boolean;
  #closed: EmittedRun[] = [];

  constructor({ idle, all, emittedBy, wallClock, heapLimit }: FollowOptions) {
    this.#clock = new InputClock(wallClock);
    this.#closesWhileReading = idle !== undefined;
    const maxBytes = () => heapLimit * SHARE - this.#aggregator.openRuns * RUN_COST;
    this.#aggregator = new Aggregator({
      limits: idle === undefined ? AT_THE_END : whileReading(idle),
      all,
      emittedBy,
      // Parts of a trace bear its name. Random, so that those of two readings never pass for one another.
      reporter: randomBytes(8).toString('hex'),
      emit: (run) => this.#closed.push(run),
      // Where nothing closes before the end, nothing has ended before it.
      isOpen: idle === undefined ? () => true : undefined,
      get maxBytes() {
        return maxBytes();
      },
    });
  }

  get openRuns(): number {
    return this.#aggregator.openRuns;
  }

  /** Adds what a span says that ended at this moment (Unix nanoseconds, decimal). */
  add(fact: SpanFact, endTimeUnixNano: string): void {
    this.#clock.sees(endTimeUnixNano);
    this.#aggregator.add(fact, this.#now);
  }

  /** So many milliseconds went by in which nothing came. */
  waited(milliseconds: number): void {
    if (!this.#closesWhileReading) return;
    this.#clock.passes(milliseconds);
    this.#aggregator.sweep(this.#now);
  }

  /**
   * Closes another portion of what is due; false where nothing is left. Ask until then after each document: what comes in
   * the next is taken by the same rules, however much was due.
   */
  closeMore(): boolean {
    if (!this.#aggregator.isSweeping) return false;
    this.#aggregator.sweep(this.#now);
    return true;
  }

  /** The runs that have closed since this was asked last. */
  closed(): readonly EmittedRun[] {
    if (this.#closed.length === 0) return this.#closed;
    const closed = this.#closed;
    this.#closed = [];
    return closed;
  }

  /** Closes all that is open; in the order of run ids, unless runs have closed before. */
  end(closedBy: 'end_of_input' | 'shutdown' = 'end_of_input'): readonly EmittedRun[] {
    this.#aggregator.flush(closedBy, this.#now);
    const closed = this.closed();
    return this.#closesWhileReading ? closed : [...closed].sort(byRunId);
  }

  /**
   * Where nothing closes by time, it still tells which evidence is later than all that was evicted: by the hour, since
   * the aggregator looks at every open run as time passes.
   */
  get #now(): number {
    const { now } = this.#clock;
    return this.#closesWhileReading ? now : Math.ceil(now / HOUR) * HOUR;
  }
}

/** Of the heap; the rest is for what is being read and for the collector of garbage. */
const SHARE = 0.75;

const HOUR = 60 * 60 * 1_000;

const NEVER = Number.POSITIVE_INFINITY;
const AT_THE_END: AggregatorLimits = {
  grace: NEVER,
  idle: NEVER,
  maxAge: NEVER,
  maxOpenRuns: NEVER,
  retainClosed: 0,
};

/** What comes after a run closed amends it for as long as it would have been waited for. */
function whileReading(idle: number): AggregatorLimits {
  const { grace, retainClosed } = DEFAULT_LIMITS;
  return {
    ...DEFAULT_LIMITS,
    idle,
    grace: Math.min(grace, idle),
    retainClosed: Math.min(retainClosed, idle),
    maxOpenRuns: NEVER,
  };
}

function byRunId(a: EmittedRun, b: EmittedRun): number {
  return a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0;
}
