import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { Sink } from './sink.ts';

/** Emissions that wait for a slow sink; of more, the newest are lost to it. */
const MAX_WAITING = 1_000;

/** How long a flush waits for a sink, in milliseconds: one that hangs must not hold the host. */
const LONGEST_WAIT = 10_000;

/** Brings emissions to one sink, in order and one at a time. Never throws, never grows without bound. */
export class Delivery {
  readonly #sink: Sink;
  readonly #warn: (subject: string, message: string) => void;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  /** `warn` says once what a sink could not take. */
  constructor(sink: Sink, warn: (subject: string, message: string) => void) {
    this.#sink = sink;
    this.#warn = warn;
  }

  /** Written before this returns, unless the sink is busy. */
  deliver(run: EmittedRun): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#warn('sink.slow', `a sink is too slow: what it is given while ${MAX_WAITING} runs wait is lost`);
    } else if (this.#waiting > 0) {
      this.#enqueue(() => this.#sink.write(run));
    } else {
      try {
        const written = this.#sink.write(run);
        if (typeof written?.then === 'function') this.#enqueue(() => written);
      } catch {
        this.#failed();
      }
    }
  }

  /** Waits for what was delivered, and has the sink flush. Never rejects, ends in bounded time. */
  async forceFlush(): Promise<void> {
    await within(
      LONGEST_WAIT,
      this.#last.then(() => this.#sink.forceFlush?.()).catch(() => this.#failed()),
    );
  }

  /** The same for its end. */
  async shutdown(): Promise<void> {
    await within(
      LONGEST_WAIT,
      this.#last.then(() => this.#sink.shutdown?.()).catch(() => this.#failed()),
    );
  }

  #enqueue(write: () => void | PromiseLike<void>): void {
    this.#waiting += 1;
    this.#last = this.#last
      .then(write)
      .catch(() => this.#failed())
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  #failed(): void {
    this.#warn('sink.failed', 'a sink failed; what it was given is lost to it');
  }
}

/** The promise, or nothing after `milliseconds`; the timer keeps no process alive. */
export function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    (timer as { unref?: () => void }).unref?.();
    promise.then(
      () => {
        clearTimeout(timer);
        resolve();
      },
      () => resolve(),
    );
  });
}
