import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { BatchTaker, type FactReaders } from './batch/batch-taker.ts';
import { BearerToken } from './door/bearer-token.ts';
import { HttpDoor, type TlsFiles } from './door/http-door.ts';
import { Routes } from './door/routes.ts';
import { Forwarder } from './forward/forwarder.ts';
import { Journal } from './journal/journal.ts';
import { toldOf } from './journal/replay.ts';
import { LiveRuns } from './live-runs.ts';
import { Metrics } from './metrics.ts';
import type { WriteResult } from './outlet.ts';
import { RefusalLog } from './refusal-log.ts';
import type { ServeLimits } from './serve-limits.ts';

export interface ReceiverOptions extends FactReaders {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly isLoopback: boolean;
  readonly limits: ServeLimits;
  /** Milliseconds. */
  readonly idle: number;
  /** Milliseconds. */
  readonly grace: number;
  readonly allRuns: boolean;
  readonly runKey: string | undefined;
  readonly heapLimit: number;
  readonly token: string | undefined;
  readonly tls: TlsFiles | undefined;
  /** Folder of the journal. */
  readonly data: string | undefined;
  readonly forward: URL | undefined;
  readonly write: (run: EmittedRun) => Promise<WriteResult>;
  /** Nobody reads the output any more. */
  readonly gone: () => void;
  /** A line for whoever runs it. */
  readonly say: (line: string) => void;
}

/** An OTLP/HTTP receiver that makes surfaces. */
export class Receiver {
  readonly #options: ReceiverOptions;
  readonly #runs: LiveRuns;
  readonly #door: HttpDoor;
  readonly #metrics: Metrics;
  readonly #refusals: RefusalLog;
  readonly #forwarder: Forwarder | undefined;
  #isReady = false;

  private constructor(options: ReceiverOptions, journal: Journal | undefined) {
    const { limits, token, tls, isLoopback, say } = options;
    const metrics = new Metrics();
    const failed = (what: string): void => {
      metrics.add('assay_otel_serve_failures_total');
      say(what);
    };
    this.#options = options;
    this.#metrics = metrics;
    this.#refusals = new RefusalLog(say);
    this.#runs = new LiveRuns({
      idle: options.idle,
      grace: options.grace,
      all: options.allRuns,
      heapLimit: options.heapLimit,
      journal,
      write: options.write,
      wrote: (run, result) => this.#count(run, result),
      gone: options.gone,
      failed: () => failed('the documents of a run could not be made; what is known of it is kept'),
    });
    this.#forwarder = this.#forwarding();
    const batches = new BatchTaker({ ...options, runs: this.#runs, metrics });
    const forwarder = this.#forwarder;
    const routes = new Routes({
      runs: this.#runs,
      batches,
      metrics,
      limits,
      token: token === undefined ? undefined : new BearerToken(token),
      isLoopback,
      isReady: () => this.#takes(journal),
      forward: (via) => (forwarder === undefined ? undefined : (read) => forwarder.take(read, via)),
    });
    this.#door = new HttpDoor({
      limits,
      tls,
      metrics,
      handle: (request, response) => routes.handle(request, response),
      refused: (reason) => {
        metrics.add('assay_otel_serve_refusals_total', { reason });
        this.#refusals.add(reason);
      },
      failed: (name) => failed(`a request failed unexpectedly (${name}); please report it`),
    });
    this.#addGauges(routes, journal);
  }

  /**
   * Listens, then brings back what an earlier process held; batches are taken from there on. Gives the port.
   *
   * @throws {DataInUseError} where another process has the folder of data. @throws {Error} of the system.
   */
  static async start(options: ReceiverOptions): Promise<{ receiver: Receiver; port: number }> {
    const journal = await journalOf(options);
    let receiver: Receiver | undefined;
    try {
      receiver = new Receiver(options, journal);
      const port = await receiver.#door.listen(options.host, options.port);
      await receiver.#replay();
      return { receiver, port };
    } catch (error) {
      if (receiver !== undefined) await receiver.#door.close();
      await journal?.close();
      throw error;
    }
  }

  /** Takes nothing more, finishes what is under way, and gives away every open run. False where the output did not take all. */
  async stop(): Promise<boolean> {
    const { drainTime } = this.#options.limits;
    this.#isReady = false;
    await this.#door.close();
    const forwarded = this.#forwarder?.end(drainTime / 4);
    const isDone = await this.#runs.end(drainTime);
    await forwarded;
    this.#refusals.flush();
    return isDone;
  }

  /** Runs that the output has not taken: after {@link stop} those that it never will. */
  get unwritten(): number {
    return this.#runs.waiting;
  }

  async #replay(): Promise<void> {
    const broken = await this.#runs.replay();
    for (const fault of ['damaged', 'unfinished'] as const)
      this.#metrics.add('assay_otel_serve_journal_broken_lines_total', { fault }, broken[fault]);
    for (const line of toldOf(broken)) this.#options.say(line);
    this.#runs.start();
    this.#isReady = true;
  }

  /** Whether batches are taken, as far as it is up to this process. */
  #takes(journal: Journal | undefined): boolean {
    return this.#isReady && journal?.isLost !== true;
  }

  #forwarding(): Forwarder | undefined {
    const { forward: endpoint, runKey, say } = this.#options;
    if (endpoint === undefined) return undefined;
    const failing = (url: string, why: string): void =>
      say(
        `the forward target ${url} takes nothing: ${why}; what it does not take in time is dropped and counted`,
      );
    return new Forwarder({ endpoint, runKey, metrics: this.#metrics, failing });
  }

  #count({ emission, health }: EmittedRun, result: WriteResult): void {
    const { closed_by } = emission;
    this.#metrics.add('assay_otel_serve_emissions_total', { closed_by, result });
    if (result !== 'written') return;
    this.#metrics.add('assay_otel_serve_runs_total', { coverage: health.coverage.state });
    for (const { code } of health.coverage.gaps) this.#metrics.add('assay_otel_serve_gaps_total', { code });
  }

  #addGauges(routes: Routes, journal: Journal | undefined): void {
    const gauge = (name: string, help: string, value: () => number): void =>
      this.#metrics.gauge({ name: `assay_otel_serve_${name}`, help, value });
    gauge('open_runs', 'Runs that are open.', () => this.#runs.openRuns);
    gauge('waiting_emissions', 'Writings of runs that wait for the output.', () => this.#runs.waiting);
    gauge('held_body_bytes', 'Bytes of request bodies that are held.', () => routes.heldBytes);
    gauge('ready', 'Whether /readyz says 200: 1 or 0.', () => (routes.unready === undefined ? 1 : 0));
    gauge('heap_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
    if (journal !== undefined) gauge('journal_bytes', 'Bytes of the journal.', () => journal.bytes);
    const forwarder = this.#forwarder;
    if (forwarder !== undefined)
      gauge('forward_waiting_bytes', 'Characters that wait for the forward target.', () => forwarder.waiting);
  }
}

async function journalOf({ data, say }: ReceiverOptions): Promise<Journal | undefined> {
  if (data === undefined) return undefined;
  return Journal.open(data, undefined, {
    lost: () =>
      say(
        `another process has ${data} by now: no batches are taken any more; stop one of the two, and start with a folder of its own`,
      ),
    failing: (code) =>
      say(
        `the journal in ${data} could not be written, the system says ${code}: batches are answered with 503 until it can; make room, or mend the place`,
      ),
    mended: () => say(`the journal in ${data} can be written again`),
  });
}
