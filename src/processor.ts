import { emptySpan } from './carrier/on-span.ts';
import { carryRunSeal, isOwnSpan } from './carrier/own-span.ts';
import { processorSettings, type Settings } from './config.ts';
import { INPUT } from './decision/names.ts';
import { mayBeToolSpan } from './dialect/fingerprint.ts';
import { warnAboutScrub, warnOnce } from './emitter/once.ts';
import { registry } from './emitter/registry.ts';
import type { ToolDecisionOptions } from './options.ts';
import { Recorder } from './recorder.ts';
import { safeRunId } from './run/run-id.ts';
import type { SdkReadableSpan, SdkWritableSpan } from './span/sdk-span.ts';

/**
 * Turns MCP `tools/call` spans into classified, redacted decision records, carried as span event
 * `assay.tool_decision` on the span itself, and takes raw content off the span before any exporter sees it.
 * Also numbers the calls and writes checkpoints (`assay.tool_observation`) on local roots, the evidence by
 * which a reader can tell whether absence means anything.
 *
 * Works on the SDK's 2.x (from `sdk-trace-base` 2.3, which has `onEnding`) and 3.x lines, in any order among
 * other processors. Where the SDK or a wrapper never calls `onEnding`, wrap the exporter with
 * `ToolDecisionSpanExporter`: it puts the same record on what leaves. Hooks never throw into the host; a
 * failure empties the call's span and is said once through `diag`.
 */
export class ToolDecisionSpanProcessor {
  readonly #settings: Settings;
  readonly #runRoot: ToolDecisionOptions['runRoot'];
  readonly #recorder: Recorder;

  /** @throws {ConfigError} naming every wrong option at once. */
  constructor(options: ToolDecisionOptions = {}) {
    this.#settings = processorSettings(options);
    warnAboutScrub(this.#settings.scrub.mode);
    this.#runRoot = options.runRoot;
    const facts = {
      scrub: this.#settings.scrub.mode,
      policyHook: options.policy !== undefined,
      sampler: options.attest?.sampler ?? ('unknown' as const),
      configuredSince:
        options.attest?.instrumentation === 'configured' ? registry().emitter.clock.nanos() : undefined,
      runIsTrace: options.runIsTrace === true,
      classifierVersions: this.#settings.classifiers.versions,
    };
    this.#recorder = new Recorder(this, this.#settings, facts, (span) => this.#isRunRoot(span));
  }

  onStart(span: SdkWritableSpan): void {
    try {
      if (isOwnSpan(span)) return;
      const { instrumentationScope, name, attributes } = span;
      if (this.#recorder.start(span, mayBeToolSpan(instrumentationScope.name, name, attributes))) return;
      warnOnce('processor.second', 'a second ToolDecisionSpanProcessor sees the same spans and does nothing');
    } catch {
      warnOnce('processor.start', 'a span could not be followed from its start; it is read at its end');
    }
  }

  /** The last moment in which a span can be written to; every exporter sees what happens here. */
  onEnding(span: SdkWritableSpan): void {
    let looksLikeCall = true;
    try {
      if (isOwnSpan(span)) return;
      looksLikeCall = this.#looksLikeCall(span);
      this.#recorder.end(span, looksLikeCall, true);
    } catch {
      if (looksLikeCall) emptySpan(span);
      warnOnce('processor.ending', 'a span could not be read; what looked like a call lost its content');
    }
  }

  /** Does the work of `onEnding` where that was never called, for the guard to put on what leaves. */
  onEnd(span: SdkReadableSpan): void {
    try {
      if (isOwnSpan(span)) return;
      // Also where its start was not seen: then its epoch can vouch for nothing, whether the span arrives or not.
      if (this.#recorder.mayEnd(span)) this.#recorder.end(span, this.#looksLikeCall(span), false);
    } catch {
      warnOnce('processor.end', 'a span could not be read after its end');
    }
  }

  /**
   * States that a run which is wider than one trace has ended, and which traces it had in this process, on a span of
   * its own. Call it once per process after the run's last root has ended and before the flush; without it such a
   * run is never complete. Runs are known by `assay.run.id` (or `runKey`) on the resource or the local root. Never
   * throws; an unknown run is said once through `diag`.
   */
  endRun(runId: string): void {
    try {
      const seal = registry().emitter.endRun(safeRunId(runId) ?? '');
      if (seal !== undefined) carryRunSeal(seal);
      else warnOnce('processor.endRun', '`endRun` was called for a run of which no part is known here');
    } catch {
      warnOnce('processor.endRun', 'a run could not be sealed');
    }
  }

  /** Exporters with sinks give away the runs that have ended: the batch processor does not tell them. */
  async forceFlush(): Promise<void> {
    await Promise.all([...registry().readers].map((reader) => reader.forceFlush()));
  }

  /**
   * Says of what is still open how far it has come, and has exporters with sinks give everything away. Spans that end
   * later are still kept clean: the SDK may call the hooks after this.
   */
  async shutdown(): Promise<void> {
    try {
      this.#recorder.interrupt();
    } catch {
      warnOnce('processor.shutdown', 'what was still open at shutdown could not be stated');
    }
    await Promise.all([...registry().readers].map((reader) => reader.close()));
  }

  #looksLikeCall(span: SdkReadableSpan): boolean {
    const { instrumentationScope, name, attributes } = span;
    return (
      mayBeToolSpan(instrumentationScope.name, name, attributes) ||
      registry().handOvers.get(span.spanContext()) !== undefined
    );
  }

  /** Whether a local root is named as the beginning of a run. */
  #isRunRoot(span: SdkReadableSpan): boolean {
    const parent = span.parentSpanContext;
    if (parent?.spanId && parent.isRemote !== true) return false;
    if (isPresent(span.attributes, INPUT.runId)) return true;
    const { runKey } = this.#settings;
    if (runKey !== undefined && isPresent(span.attributes, runKey)) return true;
    if (this.#runRoot === undefined) return false;
    try {
      const said: unknown = this.#runRoot(span);
      (said as PromiseLike<unknown> | undefined)?.then?.(undefined, () => {});
      return said === true;
    } catch {
      warnOnce('processor.runRoot', '`runRoot` threw; the span is taken as no run root');
      return false;
    }
  }
}

/** Read first: it is asked of every local root, nearly none has the key, and a read costs a fraction of `hasOwn`. */
function isPresent(attributes: SdkReadableSpan['attributes'], key: string): boolean {
  return attributes[key] !== undefined && Object.hasOwn(attributes, key);
}
