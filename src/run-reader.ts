import { Aggregator } from './aggregator/aggregator.ts';
import type { AggregatorLimits } from './aggregator/limits.ts';
import type { SpanEvidence } from './carrier/evidence.ts';
import { overlay } from './carrier/overlay.ts';
import { isSummarySpan } from './carrier/own-span.ts';
import type { Settings } from './config.ts';
import { canonicalJson } from './decision/canonical-json.ts';
import { DECISION_EVENT } from './decision/names.ts';
import { mayBeToolSpan } from './dialect/fingerprint.ts';
import { randomHex16 } from './emitter/clock.ts';
import { warnOnce } from './emitter/once.ts';
import { registry } from './emitter/registry.ts';
import { observeForRun } from './pipeline.ts';
import { factOfLogEvent } from './run/fact-of-log-event.ts';
import { factOfSpan } from './run/fact-of-span.ts';
import { isRecord } from './run/read-state.ts';
import { Delivery, within } from './sinks/delivery.ts';
import type { Sink } from './sinks/sink.ts';
import { fromSdkSpan } from './span/from-sdk.ts';
import type { SdkReadableSpan } from './span/sdk-span.ts';
import { VERSION } from './version.ts';

/** How long a flush waits for an export that is under way, in milliseconds. */
const LONGEST_EXPORT = 5_000;

/** How long it waits for spans that have ended and that no export has brought. */
const LONGEST_SILENCE = 1_000;

/** Spans that are waited for; of more, a flush may come before the last. */
const MAX_EXPECTED = 10_000;

/** Between two looks at what is due, in milliseconds. */
const SWEEP = 1_000;

/** How long after a timer was set it is waited for, in milliseconds. */
const LATE = 3 * SWEEP;

/** Emissions that wait for a sink that is behind; of twice as many the newest would be lost to it. */
const BEHIND = 500;

/**
 * Reads the spans of one exporter, and what is recorded in the process without being exported, into runs, and gives
 * their documents to sinks. Its timer keeps no process alive. Never throws; its promises never reject.
 */
export class RunReader {
  readonly #settings: Settings;
  readonly #aggregator: Aggregator;
  readonly #deliveries: readonly Delivery[];
  /** Exports that are under way, each by the spans that it was given. */
  readonly #exporting = new Set<object>();
  #isClosing = false;
  /** Sampled spans that have ended here and did not come yet. */
  readonly #expected = new Set<string>();
  readonly #settled = new Set<() => void>();
  #timer: unknown;
  /** When the timer is so late that it may never come. */
  #overdueAt = Number.POSITIVE_INFINITY;
  /** Emissions that waited for each sink at the last look. */
  #waiting: readonly number[] = [];

  constructor(settings: Settings, limits: AggregatorLimits, sinks: readonly Sink[]) {
    this.#settings = settings;
    this.#deliveries = sinks.map((sink, at) => new Delivery(sink, `sink ${at + 1}`, warnOnce));
    this.#aggregator = new Aggregator({
      limits,
      emittedBy: `assay-otel/${VERSION} exporter`,
      reporter: randomHex16(),
      emit: (run) => {
        for (const delivery of this.#deliveries) delivery.deliver(run);
      },
      failed: () => warnOnce('reader.documents', 'the documents of a run could not be made'),
      isOpen: (trace) => registry().emitter.hasOpenSpans(trace),
      // Many spans may come in one turn of the event loop.
      sweepsWhenAsked: true,
    });
  }

  /** A span as it leaves, or as it would have. */
  read(span: SdkReadableSpan, isExported: boolean, evidence?: SpanEvidence): void {
    try {
      this.#expected.delete(span.spanContext().spanId);
      if (isSummarySpan(span)) return;
      const { instrumentationScope: scope, name, attributes } = span;
      const isTool = mayBeToolSpan(scope.name, name, attributes);
      const { runKey } = this.#settings;
      const view = fromSdkSpan(span);
      const { fact } = factOfSpan(view, {
        observe: (one) => (isTool ? observeForRun(one, this.#settings) : { is: 'other' }),
        problems: (record) => (isRecord(canonicalJson(record)) ? [] : ['no record']),
        runKey,
      });
      this.#aggregator.add(fact, now(), isExported);
      if (evidence?.call?.isLogged === true) {
        const { traceId, spanId, resource, scope, endTimeUnixNano: timeUnixNano } = view;
        const event = { name: DECISION_EVENT, attributes: evidence.call.event, timeUnixNano };
        const logged = factOfLogEvent({ traceId, spanId, resource, scope, event }, { runKey });
        this.#aggregator.add(logged.fact, now(), isExported);
      }
      this.#schedule();
    } catch {
      warnOnce('reader.read', 'a span could not be read into its run');
    }
  }

  readUnsampled(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void {
    try {
      // Nothing of it leaves: what is no call is read as it is, or what nobody recognised would be gone.
      const { scrub } = this.#settings;
      const rules = evidence?.call === undefined ? ({ ...scrub, mode: 'off' } as const) : scrub;
      this.read(evidence === undefined ? span : overlay(span, evidence, rules), false);
    } catch {
      warnOnce('reader.read', 'a span could not be read into its run');
    }
  }

  expect(spanId: string): void {
    if (this.#expected.size < MAX_EXPECTED) this.#expected.add(spanId);
  }

  exportBegan(spans: object): void {
    this.#exporting.add(spans);
    this.#settle();
  }

  exportEnded(spans: readonly SdkReadableSpan[], failed: readonly SdkReadableSpan[]): void {
    this.#exporting.delete(spans);
    if (failed.length > 0) this.#lost(failed);
    // At once: a provider whose export fails at shutdown waits for nobody else.
    if (this.#isClosing && this.#exporting.size === 0 && this.#expected.size === 0) this.#close({});
    this.#settle();
  }

  /** Gives away what has ended, after the exports that a flush of the whole provider brings. */
  async forceFlush(): Promise<void> {
    await this.#exported();
    try {
      const portions = this.#aggregator.flushing('shutdown', now(), { ended: true });
      while (portions.next().done !== true) await turn();
    } catch {
      warnOnce('reader.close', 'a run could not be given away');
    }
    await this.#flushed();
  }

  /** Gives away everything; what comes later is read all the same. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#exported();
    this.#close({});
    await this.#flushed();
  }

  /** Gives away, at once and whether it has ended or not, the run of one trace or every run. */
  async flushRun(traceId: string | undefined): Promise<void> {
    this.#close(traceId === undefined ? {} : { trace: traceId });
    await this.#flushed();
  }

  async shutdown(): Promise<void> {
    this.#close({});
    await Promise.all(this.#deliveries.map((delivery) => delivery.shutdown()));
  }

  /** Something happened to an export: whoever waits looks again. */
  #settle(): void {
    for (const settle of this.#settled) settle();
  }

  #close(only: { readonly trace?: string; readonly ended?: boolean }): void {
    try {
      this.#aggregator.flush('shutdown', now(), only);
    } catch {
      warnOnce('reader.close', 'a run could not be given away');
    }
  }

  async #flushed(): Promise<void> {
    await Promise.all(this.#deliveries.map((delivery) => delivery.forceFlush()));
  }

  /**
   * Resolves when every span that has ended has come and no export is under way; of what was dropped on the way, after
   * a second in which nothing came. The batch processor is flushed beside us, and may wait for the resource first.
   */
  async #exported(): Promise<void> {
    await turn();
    while (this.#exporting.size > 0 || this.#expected.size > 0) {
      const wait = this.#exporting.size > 0 ? LONGEST_EXPORT : LONGEST_SILENCE;
      if (await this.#hasCome(wait)) continue;
      // What did not come until now is not waited for again.
      this.#exporting.clear();
      this.#expected.clear();
    }
  }

  /** Whether anything happens to an export in this time. */
  async #hasCome(wait: number): Promise<boolean> {
    let hasCome = false;
    let look = (): void => {};
    const settled = new Promise<void>((resolve) => {
      look = () => {
        hasCome = true;
        resolve();
      };
    });
    this.#settled.add(look);
    await within(wait, settled);
    this.#settled.delete(look);
    return hasCome;
  }

  #lost(spans: readonly SdkReadableSpan[]): void {
    const traces = new Map<string, number>();
    for (const span of spans) {
      const { traceId } = span.spanContext();
      traces.set(traceId, (traces.get(traceId) ?? 0) + 1);
    }
    const at = now();
    for (const [trace, count] of traces) this.#aggregator.lost('export_failed', trace, count, at);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined) {
      this.#catchUp();
      return;
    }
    this.#overdueAt = now() + LATE;
    const timer = setTimeout(() => void this.#swept(), SWEEP);
    // Not on every platform is a timer an object.
    (timer as { unref?: () => void }).unref?.();
    this.#timer = timer;
  }

  /** Closes what is due, a portion in each turn of the event loop, and then waits for what comes due. */
  async #swept(): Promise<void> {
    while (this.#sweep()) await turn(false);
    this.#timer = undefined;
    if (!this.#aggregator.isEmpty) this.#schedule();
  }

  /** There are platforms on which no timer outlives the request that set it: there, what comes is the clock. */
  #catchUp(): void {
    const at = now();
    if (at < this.#overdueAt) return;
    this.#overdueAt = at + SWEEP;
    this.#sweep();
  }

  /** Closes a portion of what is due: the host has other things to do. Whether there may be more of it. */
  #sweep(): boolean {
    if (this.#isHeldUp()) return false;
    try {
      return this.#aggregator.sweep(now());
    } catch {
      warnOnce('reader.close', 'a run could not be given away');
      return false;
    }
  }

  /** Whether a sink is behind and takes something: closed now, runs could be lost to it. One that hangs holds up nobody. */
  #isHeldUp(): boolean {
    const before = this.#waiting;
    this.#waiting = this.#deliveries.map(({ waiting }) => waiting);
    return this.#waiting.some((waiting, at) => {
      const last = before[at] ?? 0;
      return waiting >= BEHIND && (last < BEHIND || waiting < last);
    });
  }
}

/**
 * Resolves when others have had their turn. Two timers can be due in one turn of the loop, so it is an immediate where
 * there are any. `isHeld`: the process waits for it.
 */
function turn(isHeld = true): Promise<void> {
  return new Promise((resolve) => {
    const { setImmediate: immediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };
    const timer = immediate === undefined ? setTimeout(resolve, 0) : immediate(resolve);
    if (!isHeld) (timer as { unref?: () => void }).unref?.();
  });
}

/** Unix milliseconds of a clock that nobody sets: intervals are measured by it. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
