import { callEvidence } from './carrier/call-evidence.ts';
import type { CallEvidence, SpanEvidence } from './carrier/evidence.ts';
import { meaningOf } from './carrier/meaning.ts';
import { overlay } from './carrier/overlay.ts';
import { isOwnSpan } from './carrier/own-span.ts';
import { aggregation, exporterSettings, type Settings } from './config.ts';
import { DeferredReader } from './deferred-reader.ts';
import { mayBeToolSpan } from './dialect/fingerprint.ts';
import { warnAboutScrub, warnOnce } from './emitter/once.ts';
import { registry } from './emitter/registry.ts';
import type { ToolDecisionOptions } from './options.ts';
import { observe } from './pipeline.ts';
import type { ScrubRules } from './redact/scrub.ts';
import { fromSdkSpan } from './span/from-sdk.ts';
import type { SdkReadableSpan } from './span/sdk-span.ts';

/** The SDK's `ExportResult`: code 0 is success, 1 is failure. */
export interface ExportResult {
  code: number;
  error?: Error;
}

/** The SDK's `SpanExporter`, of either line. */
export interface SpanExporterLike {
  export(spans: SdkReadableSpan[], resultCallback: (result: ExportResult) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

const FAILED = 1;

/**
 * The guard around an exporter: no call span leaves without its decision record or with raw content on it.
 * What the processor has written passes as it is; what arrives unwritten (a wrapper that never forwards
 * `onEnding`, an SDK before 2.3, no processor at all) gets the same record on an overlay. Ended spans are
 * never changed. Results of the delegate pass through; a failure always has an `Error`. Never throws.
 *
 * With `sinks`, it also gathers the spans into runs and gives each run's surface, health and index away when the run
 * has ended.
 */
export class ToolDecisionSpanExporter {
  readonly #delegate: SpanExporterLike;
  readonly #settings: Settings;
  readonly #isAudit: boolean;
  readonly #scrub: ScrubRules;
  readonly #reader: DeferredReader | undefined;

  /** @throws {ConfigError} naming every wrong option at once. */
  constructor(delegate: SpanExporterLike, options: ToolDecisionOptions = {}) {
    this.#settings = exporterSettings(delegate, options);
    warnAboutScrub(this.#settings.scrub.mode);
    this.#delegate = delegate;
    this.#isAudit = options.forward === 'audit';
    this.#scrub = this.#isAudit ? { ...this.#settings.scrub, mode: 'strict' } : this.#settings.scrub;
    const { limits, sinks } = aggregation(options);
    this.#reader = sinks.length > 0 ? new DeferredReader(this.#settings, limits, sinks) : undefined;
  }

  export(spans: SdkReadableSpan[], resultCallback: (result: ExportResult) => void): void {
    let isAnswered = false;
    let leaving: SdkReadableSpan[] = [];
    this.#reader?.exportBegan(spans);
    const answer = (result: ExportResult): void => {
      if (isAnswered) return;
      isAnswered = true;
      const said = honest(result);
      this.#reader?.exportEnded(spans, said.code === 0 ? [] : leaving);
      try {
        resultCallback(said);
      } catch {
        warnOnce('exporter.callback', 'the callback of an export threw');
      }
    };
    try {
      leaving = spans.flatMap((span) => {
        const safe = this.#guarded(span);
        this.#reader?.read(safe ?? span, registry().evidence.get(span.spanContext()));
        return safe ?? this.#audited(span) ?? [];
      });
      if (leaving.length === 0 && spans.length > 0) answer({ code: 0 });
      else this.#delegate.export(leaving, answer);
    } catch (error) {
      answer({ code: FAILED, error: asError(error) });
    }
  }

  /**
   * Gives the runs to the sinks, whether they have ended or not: the run of one trace, or all. For functions that
   * freeze after each call, after the provider's own flush: what comes later is an amendment. Never rejects, and waits
   * for no sink longer than ten seconds.
   */
  async flushRun(traceId?: string): Promise<void> {
    await this.#reader?.flushRun(traceId);
  }

  async forceFlush(): Promise<void> {
    await this.#delegate.forceFlush?.();
    await this.#reader?.forceFlush();
  }

  /** Every run that is open is given to the sinks first. */
  async shutdown(): Promise<void> {
    await this.#reader?.shutdown();
    await this.#delegate.shutdown();
  }

  /** The span as it may leave; `undefined` where it may not. */
  #guarded(span: SdkReadableSpan): SdkReadableSpan | undefined {
    try {
      // Ours holds nothing from outside but what it shares with every span: resource and trace state.
      if (isOwnSpan(span)) return overlay(span, {}, { ...this.#scrub, mode: 'off' });
      const evidence = this.#evidence(span);
      if (evidence === undefined) return this.#isAudit ? undefined : span;
      if (evidence.call !== undefined) return overlay(span, evidence, this.#scrub);
      if (!this.#isAudit) return overlay(span, evidence, { ...this.#scrub, mode: 'off' });
      return overlay(span, { ...evidence, meaning: meaningOf(span, this.#settings) }, this.#scrub);
    } catch {
      // What cannot be read may hold anything: it does not leave.
      warnOnce('exporter.span', 'a span could not be read before export and was left out');
      return undefined;
    }
  }

  /** Under the audit allow-list, a span without evidence that a run would look cleaner without. */
  #audited(span: SdkReadableSpan): SdkReadableSpan | undefined {
    if (!this.#isAudit) return undefined;
    try {
      const meaning = meaningOf(span, this.#settings);
      return meaning && overlay(span, { meaning }, this.#scrub);
    } catch {
      // What cannot be read was told of already.
      return undefined;
    }
  }

  /** What was written on the span or left for it, else what can be read from it now; nothing for any other span. */
  #evidence(span: SdkReadableSpan): SpanEvidence | undefined {
    const { evidence } = registry();
    const context = span.spanContext();
    const known = evidence.get(context);
    if (known?.call !== undefined) return known;
    const call = this.#derived(span);
    if (call === undefined) return known;
    const complete = { call, checkpoint: known?.checkpoint };
    // Numbered once: another guard, or a second export, gives the same bytes. An open span is not done yet.
    if (span.ended) evidence.set(context, complete);
    return complete;
  }

  /** The evidence of a call that no processor wrote; it is numbered as it arrives here. */
  #derived(span: SdkReadableSpan): CallEvidence | undefined {
    const { emitter, handOvers } = registry();
    const handOver = handOvers.get(span.spanContext());
    const { name: scope } = span.instrumentationScope;
    if (handOver === undefined && !mayBeToolSpan(scope, span.name, span.attributes)) return undefined;
    const view = fromSdkSpan(span);
    const observation = observe(view, this.#settings, handOver);
    if (observation.is !== 'call') return undefined;
    const number = span.ended ? emitter.numberOnArrival(view.traceId, this.#settings.open) : undefined;
    return callEvidence(span, observation, number, { ...this.#settings, scrub: this.#scrub }).evidence;
  }
}

/** A failure without an `Error` would be counted as a success by the SDK's batch processor. */
function honest(result: ExportResult | undefined): ExportResult {
  if (result !== undefined && (result.code === 0 || result.error instanceof Error)) return result;
  return { code: FAILED, error: new Error('The delegate exporter failed and gave no error') };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('The delegate exporter threw something that is no Error');
}
