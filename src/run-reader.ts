import { Aggregator } from './aggregator/aggregator.ts';
import type { AggregatorLimits } from './aggregator/limits.ts';
import type { SpanEvidence } from './carrier/evidence.ts';
import { overlay } from './carrier/overlay.ts';
import { isSummarySpan } from './carrier/own-span.ts';
import type { Settings } from './config.ts';
import { mayBeToolSpan } from './dialect/fingerprint.ts';
import { Clock, randomHex16 } from './emitter/clock.ts';
import { warnOnce } from './emitter/once.ts';
import { registry } from './emitter/registry.ts';
import { observe } from './pipeline.ts';
import { factOfSpan } from './run/fact-of-span.ts';
import { Delivery, within } from './sinks/delivery.ts';
import type { Sink } from './sinks/sink.ts';
import { fromSdkSpan } from './span/from-sdk.ts';
import type { SdkReadableSpan } from './span/sdk-span.ts';
import { VERSION } from './version.ts';

/** How long a flush waits for exports that are under way, in milliseconds. */
const LONGEST_EXPORT = 5_000;

/** Between two looks at what is due, in milliseconds. */
const SWEEP = 1_000;

/**
 * Reads the spans of one exporter, and what is recorded in the process without being exported, into runs, and gives
 * their documents to sinks. Its timer keeps no process alive. Never throws; its promises never reject.
 */
export class RunReader {
  readonly #settings: Settings;
  readonly #clock = new Clock();
  readonly #aggregator: Aggregator;
  readonly #deliveries: readonly Delivery[];
  #exporting = 0;
  #isClosing = false;
  #settled: (() => void)[] = [];
  #timer: unknown;

  constructor(settings: Settings, limits: AggregatorLimits, sinks: readonly Sink[]) {
    this.#settings = settings;
    this.#deliveries = sinks.map((sink) => new Delivery(sink, warnOnce));
    this.#aggregator = new Aggregator({
      limits,
      emittedBy: `assay-otel/${VERSION} exporter`,
      reporter: randomHex16(),
      emit: (run) => {
        for (const delivery of this.#deliveries) delivery.deliver(run);
      },
      isOpen: (trace) => registry().emitter.hasOpenSpans(trace),
    });
  }

  /** A span as it leaves, or as it would have. */
  read(span: SdkReadableSpan, isExported: boolean): void {
    try {
      if (isSummarySpan(span)) return;
      const { instrumentationScope: scope, name, attributes } = span;
      const isTool = mayBeToolSpan(scope.name, name, attributes);
      const { fact } = factOfSpan(fromSdkSpan(span), {
        observe: (view) => (isTool ? observe(view, this.#settings) : { is: 'other' }),
        runKey: this.#settings.runKey,
      });
      this.#aggregator.add(fact, this.#clock.millis(), isExported);
      this.#schedule();
    } catch {
      warnOnce('reader.read', 'a span could not be read into its run');
    }
  }

  readUnsampled(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void {
    try {
      this.read(evidence === undefined ? span : overlay(span, evidence, this.#settings.scrub), false);
    } catch {
      warnOnce('reader.read', 'a span could not be read into its run');
    }
  }

  exportBegan(): void {
    this.#exporting += 1;
  }

  exportEnded(spans: readonly SdkReadableSpan[], hasFailed: boolean): void {
    this.#exporting -= 1;
    if (hasFailed) this.#lost(spans);
    if (this.#exporting > 0) return;
    // At once: a provider whose export fails at shutdown waits for nobody else.
    if (this.#isClosing) this.#close({});
    for (const settle of this.#settled.splice(0)) settle();
  }

  /** Gives away what has ended, after the exports that a flush of the whole provider brings. */
  async forceFlush(): Promise<void> {
    await this.#exported();
    this.#close({ ended: true });
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

  #close(only: { readonly trace?: string; readonly ended?: boolean }): void {
    try {
      this.#aggregator.flush('shutdown', this.#clock.millis(), only);
    } catch {
      warnOnce('reader.close', 'a run could not be given away');
    }
  }

  async #flushed(): Promise<void> {
    await Promise.all(this.#deliveries.map((delivery) => delivery.forceFlush()));
  }

  /**
   * Resolves when no export is under way. The batch processor is flushed beside us and begins its exports in the same
   * turn, so that a turn later they are known.
   */
  async #exported(): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    if (this.#exporting === 0) return;
    await within(LONGEST_EXPORT, new Promise<void>((resolve) => this.#settled.push(resolve)));
  }

  #lost(spans: readonly SdkReadableSpan[]): void {
    const traces = new Map<string, number>();
    for (const span of spans) {
      const { traceId } = span.spanContext();
      traces.set(traceId, (traces.get(traceId) ?? 0) + 1);
    }
    const now = this.#clock.millis();
    for (const [trace, count] of traces) this.#aggregator.lost('export_failed', trace, count, now);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    const timer = setTimeout(() => {
      this.#timer = undefined;
      try {
        this.#aggregator.sweep(this.#clock.millis());
      } catch {
        warnOnce('reader.close', 'a run could not be given away');
      }
      if (!this.#aggregator.isEmpty) this.#schedule();
    }, SWEEP);
    // Not on every platform is a timer an object.
    (timer as { unref?: () => void }).unref?.();
    this.#timer = timer;
  }
}
