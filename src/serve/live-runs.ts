import { randomBytes } from 'node:crypto';
import { setImmediate as otherTurns } from 'node:timers/promises';
import { Aggregator } from '../aggregator/aggregator.ts';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { givenAway, type RunSight } from '../aggregator/followed-run.ts';
import { type AggregatorLimits, DEFAULT_LIMITS } from '../aggregator/limits.ts';
import type { Tombstone } from '../aggregator/tombstones.ts';
import { RUN_COST } from '../run/fact-cost.ts';
import type { SpanFact } from '../run/span-fact.ts';
import { VERSION } from '../version.ts';
import type { Journal } from './journal/journal.ts';
import type { BrokenLines } from './journal/replay.ts';
import { Outlet, type WriteResult } from './outlet.ts';
import { RecentEmissions } from './recent-emissions.ts';

export interface LiveRunsOptions {
  /** Milliseconds. */
  readonly idle: number;
  /** Milliseconds. */
  readonly grace: number;
  /** Emits every run, also without a call or anything else of ours. */
  readonly all: boolean;
  /** Bytes that the heap may grow to. */
  readonly heapLimit: number;
  readonly journal: Journal | undefined;
  readonly write: (run: EmittedRun) => Promise<WriteResult>;
  readonly wrote: (run: EmittedRun, result: WriteResult) => void;
  readonly gone: () => void;
  /** The documents of a run could not be made. */
  readonly failed: () => void;
}

/** Of the heap; the rest is for bodies, for what waits to be written and for the collector of garbage. */
const SHARE = 0.5;

/** Between two looks at what is due, in milliseconds. */
const SWEEP = 1_000;

/** Closing goes on where it was stopped by a full output once no more than these wait: not with each place in it. */
const ROOM = 500;

/** What was forgotten and is not told to the journal yet. */
interface Forgotten {
  readonly trace: string;
  readonly n: number;
  readonly tombstone: Tombstone | undefined;
}

/**
 * The runs of a receiver: an aggregator with the clock, whose facts are in the journal before anybody is told that they
 * were taken, and whose emissions are in the output before the journal lets go of their facts.
 */
export class LiveRuns {
  readonly #aggregator: Aggregator;
  readonly #outlet: Outlet;
  readonly #journal: Journal | undefined;
  readonly #recent = new RecentEmissions();
  /** Runs that the output refused for good: the journal keeps their facts. */
  readonly #unwritten = new Set<string>();
  readonly #failed: () => void;
  #forgotten: Forgotten[] = [];
  /** The number of the entry that is being replayed or added: what is forgotten with it is forgotten up to here. */
  #at: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether more is due than was closed, and the next turn, if there is one: a full output has none. */
  #isDue = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(options: LiveRunsOptions) {
    const { all, heapLimit, journal } = options;
    this.#journal = journal;
    this.#failed = options.failed;
    this.#outlet = new Outlet({
      write: options.write,
      wrote: (run, result) => {
        this.#wrote(run, result);
        options.wrote(run, result);
        if (this.#isDue && this.#turn === undefined && this.waiting <= ROOM) this.#takeTurn();
      },
      gone: options.gone,
    });
    const maxBytes = () => heapLimit * SHARE - this.#aggregator.openRuns * RUN_COST;
    this.#aggregator = new Aggregator({
      limits: limitsOf(options),
      all,
      emittedBy: `assay-otel/${VERSION} serve`,
      reporter: randomBytes(8).toString('hex'),
      emit: (run) => this.#outlet.push(run),
      failed: options.failed,
      // Many facts come in one turn of the event loop.
      sweepsWhenAsked: true,
      forgot: (trace, tombstone) => {
        journal?.letGo(trace);
        if (journal !== undefined) this.#forgotten.push({ trace, n: this.#at ?? journal.number, tombstone });
      },
      get maxBytes() {
        return maxBytes();
      },
    });
  }

  get openRuns(): number {
    return this.#aggregator.openRuns;
  }

  /** Emissions that wait for the output. */
  get waiting(): number {
    return this.#outlet.waiting;
  }

  /** Whether the output is too far behind for anything new. */
  get isFull(): boolean {
    return this.#outlet.isFull;
  }

  /** Which place did not take the last that was written to it; undefined where all did. */
  get failing(): 'journal' | 'output' | undefined {
    if (this.#journal?.isFailing === true) return 'journal';
    return this.#outlet.isFailing ? 'output' : undefined;
  }

  /** Hand to {@link kept} with what is added from here on. */
  get failures(): number {
    return this.#journal?.failures ?? 0;
  }

  get recent(): RecentEmissions {
    return this.#recent;
  }

  runs(): Iterable<RunSight> {
    return this.#aggregator.runs();
  }

  run(id: string): RunSight | undefined {
    return this.#aggregator.run(id);
  }

  /**
   * Brings back what an earlier process held. Gives which lines of the journal were not whole.
   * @throws {JournalVersionError} where the journal is of another version. @throws {Error} of the file system.
   */
  async replay(): Promise<BrokenLines> {
    if (this.#journal === undefined) return { damaged: 0, unfinished: 0 };
    const at = now();
    const broken = await this.#journal.replay({
      fact: (fact, n) => {
        // Later facts of what is evicted here are still to come.
        this.#at = n;
        this.#aggregator.add(fact, at);
      },
      given: (given) => this.#aggregator.resume(given.run, given),
      forgot: (tombstone) => this.#aggregator.recall(tombstone),
      rest: async () => {
        this.#letGo();
        if (this.isFull) await this.#outlet.drained();
      },
    });
    this.#at = undefined;
    return broken;
  }

  /** Begins to close runs by the clock. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), SWEEP);
  }

  /** Adds a fact; it may be lost until {@link kept} has said that it is not. */
  add(fact: SpanFact): void {
    const journal = this.#journal;
    if (journal === undefined) {
      this.#aggregator.add(fact, now());
      return;
    }
    // What the aggregator forgets at once must be forgotten with it.
    const n = journal.reserve();
    this.#at = n;
    let isNew = true;
    try {
      isNew = this.#aggregator.add(fact, now());
    } finally {
      this.#at = undefined;
      // A batch that is sent again and again takes no more space.
      if (isNew || !journal.isSureOf(fact.trace)) journal.add(fact, n);
    }
    this.#letGo();
  }

  /**
   * Resolves when all that was added since `failures` was read is where a killed process does not lose it; at once
   * without a journal. @throws {Error} where it may be lost.
   */
  async kept(failures: number): Promise<void> {
    await this.#journal?.commit(failures);
  }

  /**
   * Gives away all that is open, and waits for the output for as long as it takes something every so many milliseconds.
   * False where it did not take all.
   */
  async end(milliseconds: number): Promise<boolean> {
    clearInterval(this.#timer);
    clearImmediate(this.#turn);
    this.#isDue = false;
    const portions = this.#aggregator.flushing('shutdown', now());
    while (portions.next().done !== true) {
      this.#letGo();
      await otherTurns();
    }
    this.#letGo();
    let before = this.#outlet.waiting;
    const timer = setInterval(() => {
      if (this.#outlet.waiting === before) this.#outlet.stop();
      before = this.#outlet.waiting;
    }, milliseconds);
    await this.#outlet.drained();
    clearInterval(timer);
    await this.#journal?.close();
    return !this.#outlet.isStopped;
  }

  #look(): void {
    // What was given away is said to the journal now and then: said too late, it is given away once more.
    void this.#journal?.settle();
    // What would be closed now would only wait; what was begun goes on by itself.
    if (!this.isFull && !this.#isDue) this.#sweep();
  }

  /** Closes a portion of what is due, and the next one after whatever else there is to do. */
  #sweep(): void {
    this.#turn = undefined;
    this.#isDue = false;
    try {
      this.#isDue = this.#aggregator.sweep(now());
    } catch {
      this.#failed();
    }
    this.#letGo();
    if (this.#isDue && !this.isFull) this.#takeTurn();
  }

  #takeTurn(): void {
    this.#turn = setImmediate(() => this.#sweep());
  }

  /** The journal forgets what the aggregator has, once what was given away before is in the output. */
  #letGo(): void {
    if (this.#forgotten.length === 0) return;
    const forgotten = this.#forgotten;
    this.#forgotten = [];
    this.#outlet.afterwards(async () => {
      const lost = this.#unwritten;
      const entries = forgotten.filter(({ tombstone }) => !lost.has(tombstone?.run ?? ''));
      await this.#journal?.forget(entries);
    });
  }

  #wrote(run: EmittedRun, result: WriteResult): void {
    if (result !== 'written') {
      this.#unwritten.add(run.runId);
      return;
    }
    this.#unwritten.delete(run.runId);
    this.#recent.add(run);
    const [first] = run.state.spans;
    if (first === undefined || run.isEmptied === true || this.#journal === undefined) return;
    // What was forgotten meanwhile is not said to be here.
    if (this.#aggregator.run(run.runId)?.hasEmitted !== true) return;
    this.#journal.gave({ ...givenAway(run), run: run.runId, trace: first.trace });
  }
}

/** As where a command reads while runs go on: memory alone bounds how many are open. */
function limitsOf({ idle, grace }: LiveRunsOptions): AggregatorLimits {
  const retainClosed = Math.min(DEFAULT_LIMITS.retainClosed, idle);
  return {
    ...DEFAULT_LIMITS,
    idle,
    grace: Math.min(grace, idle),
    retainClosed,
    maxOpenRuns: Number.POSITIVE_INFINITY,
  };
}

/** Unix milliseconds of a clock that nobody sets: intervals are measured by it. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
