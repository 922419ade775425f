import type { AggregatorLimits } from './aggregator/limits.ts';
import type { SpanEvidence } from './carrier/evidence.ts';
import type { Settings } from './config.ts';
import { warnOnce } from './emitter/once.ts';
import { registry, type SpanReader } from './emitter/registry.ts';
import type { RunReader } from './run-reader.ts';
import type { Sink } from './sinks/sink.ts';
import type { SdkReadableSpan } from './span/sdk-span.ts';

/** What may happen until the reader is there, which takes some milliseconds. */
const MAX_HELD = 100_000;

/**
 * The reader of runs, loaded when an exporter has sinks: most have none, and would pay for it at every start. What
 * happens until it is there is held, in order.
 */
export class DeferredReader implements SpanReader {
  readonly #loaded: Promise<RunReader | undefined>;
  #reader: RunReader | undefined;
  #held: ((reader: RunReader) => void)[] = [];
  #hasFailed = false;

  constructor(settings: Settings, limits: AggregatorLimits, sinks: readonly Sink[]) {
    this.#loaded = import('./run-reader.ts').then(
      ({ RunReader }) => this.#ready(new RunReader(settings, limits, sinks)),
      () => this.#failed(),
    );
    const { readers, emitter } = registry();
    readers.add(this);
    emitter.isReadInProcess = true;
  }

  read(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void {
    this.#with((reader) => reader.read(span, true, evidence));
  }

  readUnsampled(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void {
    this.#with((reader) => reader.readUnsampled(span, evidence));
  }

  expect(spanId: string): void {
    this.#with((reader) => reader.expect(spanId));
  }

  /** `spans` tells this export from any other. */
  exportBegan(spans: object): void {
    this.#with((reader) => reader.exportBegan(spans));
  }

  exportEnded(spans: readonly SdkReadableSpan[], failed: readonly SdkReadableSpan[]): void {
    this.#with((reader) => reader.exportEnded(spans, failed));
  }

  forceFlush(): Promise<void> {
    return this.#ask((reader) => reader.forceFlush());
  }

  close(): Promise<void> {
    return this.#ask((reader) => reader.close());
  }

  flushRun(traceId: string | undefined): Promise<void> {
    return this.#ask((reader) => reader.flushRun(traceId));
  }

  shutdown(): Promise<void> {
    this.#leave();
    return this.#ask((reader) => reader.shutdown());
  }

  /** At once, where the reader is there: a provider may wait for no promise of ours. */
  async #ask(step: (reader: RunReader) => Promise<void>): Promise<void> {
    const reader = this.#reader ?? (await this.#loaded);
    if (reader !== undefined) await step(reader);
  }

  #with(step: (reader: RunReader) => void): void {
    if (this.#hasFailed) return;
    if (this.#reader !== undefined) step(this.#reader);
    else if (this.#held.length < MAX_HELD) this.#held.push(step);
    else
      warnOnce('reader.held', 'too much happened before the reader of runs was loaded; its runs have gaps');
  }

  #ready(reader: RunReader): RunReader {
    // A sink may itself make more to hold.
    while (this.#held.length > 0) for (const step of this.#held.splice(0)) step(reader);
    this.#reader = reader;
    return reader;
  }

  #failed(): undefined {
    this.#hasFailed = true;
    this.#held = [];
    warnOnce('reader.load', 'the reader of runs could not be loaded: the sinks of an exporter get nothing');
    this.#leave();
  }

  #leave(): void {
    const { readers, emitter } = registry();
    readers.delete(this);
    emitter.isReadInProcess = readers.size > 0;
  }
}
