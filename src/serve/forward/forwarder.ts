import { randomBytes } from 'node:crypto';
import type { CounterName, Metrics } from '../metrics.ts';
import type { BatchRead, Outgoing } from './batch-read.ts';
import { rejectedIn } from './rejected-in.ts';
import { rewrittenLogs } from './rewritten-logs.ts';
import { scrubbedBatch } from './scrubbed-batch.ts';
import { VIA } from './via.ts';

export interface ForwarderOptions {
  /** Where OTLP/HTTP is taken; `/v1/traces` and `/v1/logs` are added. */
  readonly endpoint: URL;
  readonly runKey: string | undefined;
  readonly metrics: Metrics;
  /** Told once while the target fails: the whole URL, and what came of it. */
  readonly failing: (url: string, why: string) => void;
}

/** What becomes of each signal: where it goes, and how it is counted. */
const SIGNALS = {
  spans: { path: '/v1/traces', counter: 'assay_otel_serve_forwarded_spans_total' },
  logs: { path: '/v1/logs', counter: 'assay_otel_serve_forwarded_log_records_total' },
} as const satisfies Record<string, { readonly path: string; readonly counter: CounterName }>;
type Signal = keyof typeof SIGNALS;

/** What became of a batch, and how many items the target rejected of one that it took. */
interface Delivered {
  readonly outcome: string;
  readonly rejected?: number;
}

const STOPPED: Delivered = { outcome: 'stopped' };

interface Queued {
  readonly signal: Signal;
  readonly body: string;
  readonly items: number;
  readonly via: string;
}

/** Characters of all bodies that wait; of more, the newest are lost to the target. */
const MAX_WAITING = 32 * 1024 * 1024;
/** How long one batch is tried for, and one request, in milliseconds. */
const GIVE_UP = 5 * 60_000;
const REQUEST_TIME = 10_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Receivers that a batch may have come through: more than that is a circle. */
const MOST_HOPS = 8;

/** As receivers name themselves; anything else in the header is another's, and is not passed on. */
const HOP = /^[0-9a-f]{8}$/;

/**
 * Passes spans and our own log records on to another OTLP/HTTP endpoint, scrubbed. A queue with a bound: what the target does not take in time
 * is counted and dropped, and nobody here waits for it.
 */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #base: string;
  /** Tells this receiver from others on the way of a batch. */
  readonly #id = randomBytes(4).toString('hex');
  readonly #stop = new AbortController();
  #queue: Queued[] = [];
  #waiting = 0;
  #work: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    const { origin, pathname } = options.endpoint;
    this.#base = `${origin}${pathname.replace(/\/+$/, '')}`;
  }

  /** Characters that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Takes what was read of one batch that came `via` other receivers. Never throws. */
  take({ spans, logEvents }: BatchRead, via: string): void {
    const { runKey } = this.#options;
    if (spans.length > 0) this.#add('spans', spans.length, via, () => scrubbedBatch(spans, runKey));
    if (logEvents.length > 0)
      this.#add('logs', logEvents.length, via, () => rewrittenLogs(logEvents, runKey));
  }

  #add(signal: Signal, count: number, via: string, make: () => Outgoing): void {
    const hops = via.split(',').filter((hop) => HOP.test(hop));
    if (hops.includes(this.#id) || hops.length >= MOST_HOPS) {
      this.#count(signal, 'circle', count);
      return;
    }
    const { body, items, refused } = make();
    this.#count(signal, 'not_scrubbed', refused);
    if (items === 0) return;
    if (this.#waiting + body.length > MAX_WAITING) {
      this.#count(signal, 'queue_full', items);
      return;
    }
    this.#queue.push({ signal, body, items, via: [...hops, this.#id].join() });
    this.#waiting += body.length;
    this.#work ??= this.#sendAll();
  }

  /** Sends what waits for at most so many milliseconds, and drops the rest. */
  async end(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), milliseconds);
    await this.#work;
    clearTimeout(timer);
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { outcome, rejected = 0 } = this.#stop.signal.aborted ? STOPPED : await this.#deliver(next);
      this.#waiting -= next.body.length;
      const refused = Math.min(rejected, next.items);
      this.#count(next.signal, 'refused', refused);
      this.#count(next.signal, outcome, next.items - refused);
    }
    this.#work = undefined;
  }

  /** @returns what became of it. */
  async #deliver(batch: Queued): Promise<Delivered> {
    const deadline = performance.now() + GIVE_UP;
    let pause = FIRST_PAUSE;
    for (;;) {
      const answer = await this.#post(batch);
      if (answer.isTaken) {
        this.#isFailing = false;
        return { outcome: 'sent', rejected: answer.rejected };
      }
      if (!this.#isFailing) this.#options.failing(this.#urlOf(batch), answer.why);
      this.#isFailing = true;
      if (!answer.isPassing) return { outcome: 'refused' };
      if (performance.now() > deadline) return { outcome: 'given_up' };
      await this.#pause(Math.min(Math.max(pause, answer.retryAfter), LONGEST_PAUSE));
      if (this.#stop.signal.aborted) return STOPPED;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  #urlOf({ signal }: Queued): string {
    return `${this.#base}${SIGNALS[signal].path}`;
  }

  async #post(batch: Queued) {
    const { body, via } = batch;
    try {
      const response = await fetch(this.#urlOf(batch), {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', [VIA]: via },
        redirect: 'error',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(REQUEST_TIME)]),
      });
      const { status, ok } = response;
      const rejected = ok ? await rejectedIn(response) : 0;
      if (response.body?.locked === false) await response.body.cancel();
      const seconds = Number(response.headers.get('retry-after'));
      const retryAfter = Number.isFinite(seconds) ? seconds * 1_000 : 0;
      const why = `it answers ${status}`;
      return { isTaken: ok, isPassing: RETRYABLE.has(status), retryAfter, rejected, why };
    } catch (error) {
      const why = `it does not answer (${causeOf(error)})`;
      return { isTaken: false, isPassing: true, retryAfter: 0, rejected: 0, why };
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#stop;
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
    });
  }

  #count(signal: Signal, outcome: string, items: number): void {
    this.#options.metrics.add(SIGNALS[signal].counter, { outcome }, items);
  }
}

/** The word of the system or of `fetch` for what went wrong; no message, which may quote what was sent. */
function causeOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' ? code : name;
}
