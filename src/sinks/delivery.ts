import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { Sink } from './sink.ts';

/** Emissions that wait for a slow sink; of more, the newest are lost to it. */
const MAX_WAITING = 1_000;

/** How long a flush waits for a sink, in milliseconds: one that hangs must not hold the host. */
const LONGEST_WAIT = 10_000;

/** Brings emissions to one sink, in order and one at a time. Never throws, never grows without bound. */
export class Delivery {
  readonly #sink: Sink;
  readonly #name: string;
  readonly #warn: (subject: string, message: string) => void;
  #waiting: EmittedRun[] = [];
  #isShutDown = false;
  /** Settles when nothing waits any more; absent while the sink is not busy. */
  #busy: Promise<void> | undefined;

  /** `name` is how people tell it from others; `warn` says once what it could not take. */
  constructor(sink: Sink, name: string, warn: (subject: string, message: string) => void) {
    this.#sink = sink;
    this.#name = name;
    this.#warn = warn;
  }

  /** Emissions that wait for the sink. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Written before this returns, unless the sink is busy. What waits gives way to what supersedes it. */
  deliver(run: EmittedRun): void {
    if (this.#isShutDown) {
      this.#warn(`${this.#name}.late`, `${this.#name} was shut down; what came later is lost to it`);
      return;
    }
    const at = this.#waiting.findIndex((one) => isSuperseded(one, run));
    if (at >= 0) this.#waiting[at] = run;
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(run);
    else {
      const message = `${this.#name} is too slow: what it is given while ${MAX_WAITING} runs wait is lost`;
      this.#warn(`${this.#name}.slow`, message);
    }
    if (this.#busy === undefined) this.#work();
  }

  /** Waits for what was delivered, and has the sink flush. Never rejects, ends in bounded time. */
  async forceFlush(): Promise<void> {
    await within(
      LONGEST_WAIT,
      this.#finish(() => this.#sink.forceFlush?.()),
    );
  }

  /** The same for its end; what is delivered afterwards is lost. */
  async shutdown(): Promise<void> {
    if (this.#isShutDown) return;
    this.#isShutDown = true;
    await within(
      LONGEST_WAIT,
      this.#finish(() => this.#sink.shutdown?.()),
    );
  }

  async #finish(step: () => Promise<void> | undefined): Promise<void> {
    await this.#busy;
    try {
      await step();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Writes what waits until the sink asks for time; then it goes on when that is over. */
  #work(): void {
    for (let run = this.#waiting.shift(); run !== undefined; run = this.#waiting.shift()) {
      try {
        const written = this.#sink.write(run);
        if (typeof written?.then !== 'function') continue;
        this.#busy = Promise.resolve(written)
          .catch((error: unknown) => this.#failed(error))
          .then(() => this.#goOn());
        return;
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  #goOn(): void | Promise<void> {
    this.#busy = undefined;
    this.#work();
    return this.#busy;
  }

  #failed(error: unknown): void {
    this.#warn(this.#name, `${this.#name} failed (${told(error)}); what it was given is lost to it`);
  }
}

function isSuperseded(waiting: EmittedRun, run: EmittedRun): boolean {
  return waiting.runId === run.runId && waiting.emission.revision === run.emission.supersedes;
}

/** Our own errors in full; of any other no message, which may quote what it was given. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message } = error;
  const { code } = error as { code?: unknown };
  if (name === 'SinkError') return message;
  return typeof code === 'string' ? `${name}, ${code}` : name;
}

/** The promise, or nothing after `milliseconds`; somebody waits for it, so the process does. */
export function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
