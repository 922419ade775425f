import type { EmittedRun } from '../aggregator/emitted-run.ts';

/** Emissions that may wait; while more do, nothing new is taken. */
const MAX_WAITING = 1_000;

/** Between two attempts at an output that does not take anything, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** What became of one attempt to write: `refused` is for good, `failed` may pass. */
export type WriteResult = 'written' | 'refused' | 'failed' | 'gone';

/** What waits; a later emission of the run takes its place. */
interface Held {
  run: EmittedRun;
}

export interface OutletOptions {
  readonly write: (run: EmittedRun) => Promise<WriteResult>;
  /** Told once of each run, after its last attempt. */
  readonly wrote: (run: EmittedRun, result: WriteResult) => void;
  /** Nobody reads any more. */
  readonly gone: () => void;
}

/**
 * Brings emissions to the output, in order and one at a time. What the output does not take now is tried again until it
 * does: nothing is dropped. What waits gives way to what supersedes it.
 */
export class Outlet {
  readonly #options: OutletOptions;
  readonly #waiting: (Held | (() => Promise<void>))[] = [];
  /** What waits of a run last. */
  readonly #last = new Map<string, Held>();
  #runs = 0;
  #work: Promise<void> | undefined;
  #stopped: (() => void) | undefined;
  #isStopped = false;
  #isFailing = false;

  constructor(options: OutletOptions) {
    this.#options = options;
  }

  /** Runs that wait; after {@link stop}, those that were given up. */
  get waiting(): number {
    return this.#runs;
  }

  get isFull(): boolean {
    return this.#runs >= MAX_WAITING;
  }

  /** Whether the place did not take the last that was written to it; it is tried again until it does. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Whether it gave up, or nobody reads any more: what was pushed last may not have been written. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  push(run: EmittedRun): void {
    const last = this.#last.get(run.runId);
    if (last !== undefined && last.run.emission.revision === run.emission.supersedes) last.run = run;
    else {
      const held = { run };
      this.#waiting.push(held);
      this.#last.set(run.runId, held);
      this.#runs += 1;
    }
    this.#start();
  }

  /** Does something once all that was pushed before has been written. It must not throw. */
  afterwards(step: () => Promise<void>): void {
    this.#waiting.push(step);
    this.#start();
  }

  /** Resolves when nothing waits, or after {@link stop}. */
  async drained(): Promise<void> {
    await this.#work;
  }

  /** Gives up what waits. */
  stop(): void {
    this.#isStopped = true;
    this.#stopped?.();
  }

  #start(): void {
    this.#work ??= this.#writeAll().finally(() => {
      this.#work = undefined;
      if (this.#waiting.length > 0 && !this.#isStopped) this.#start();
    });
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined && !this.#isStopped; next = this.#waiting[0]) {
      this.#waiting.shift();
      if (typeof next === 'function') {
        await next();
        continue;
      }
      const { run } = next;
      if (this.#last.get(run.runId) === next) this.#last.delete(run.runId);
      const result = await this.#write(run);
      // What was given up still waits.
      if (result === 'written' || result === 'refused') this.#runs -= 1;
      this.#options.wrote(run, result);
    }
  }

  async #write(run: EmittedRun): Promise<WriteResult> {
    let pause = FIRST_PAUSE;
    for (;;) {
      const result = await this.#options.write(run).catch((): WriteResult => 'failed');
      this.#isFailing = result === 'failed';
      if (result === 'gone') {
        this.#isStopped = true;
        this.#options.gone();
      }
      if (result !== 'failed' || this.#isStopped) return result;
      await this.#pause(pause);
      if (this.#isStopped) return result;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#stopped = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
