import { ConfigError, exporterSettings } from './config.ts';
import { warnOnce } from './emitter/once.ts';
import { type SpanExporterLike, ToolDecisionSpanExporter } from './exporter.ts';
import type { ToolDecisionOptions, ToolDecisionSpanExporterOptions } from './options.ts';
import { ToolDecisionSpanProcessor } from './processor.ts';
import { observeToolCalls } from './sampler.ts';
import { batchFromEnvironment, type SdkSampler, samplerFromEnvironment } from './sdk-environment.ts';

/** The SDK's span processor class of either line, or a function that makes a processor for an exporter. */
export type ExportingProcessor<P> =
  | (new (
      ...options: never[]
    ) => P)
  | ((exporter: ToolDecisionSpanExporter) => P);

/** One of several exporters, with what only it does otherwise than the options around it. */
export interface PipelineExporter<P> extends ToolDecisionSpanExporterOptions {
  readonly exporter: SpanExporterLike;
  readonly BatchSpanProcessor?: ExportingProcessor<P>;
}

/** Options of processor, exporters and sampler in one object. */
export interface ToolDecisionPipelineOptions<P, S> extends ToolDecisionOptions {
  /** Where spans go; it is wrapped. Either this or `exporters` is needed, since NodeSDK then makes none itself. */
  readonly exporter?: SpanExporterLike;
  /**
   * More than one place: exporters, or objects of `exporter` and its own options, as
   * `{ exporter, forward: 'audit' }`. The first one gets the `sinks` of the options around it. Empty: none. Default none.
   */
  readonly exporters?: readonly (SpanExporterLike | PipelineExporter<P>)[];
  /**
   * The class that hands spans to an exporter, of the SDK that the application uses; or a function, where the class
   * needs options: `(exporter) => new BatchSpanProcessor({ exporter, maxQueueSize: 8192 })`.
   */
  readonly BatchSpanProcessor: ExportingProcessor<P>;
  /** It is wrapped. Default: as NodeSDK has it, of `OTEL_TRACES_SAMPLER`, else parent-based, always on. */
  readonly sampler?: S;
  /** Calls that the sampler would drop are exported too (`sample`, default) or only counted (`record`). */
  readonly samplerMode?: 'record' | 'sample';
}

/** What an SDK is given, and handles for the application. */
export interface ToolDecisionPipeline<P, S> {
  readonly spanProcessors: (ToolDecisionSpanProcessor | P)[];
  readonly sampler: S;
  /** For `endRun`. */
  readonly processor: ToolDecisionSpanProcessor;
  /** The wrapped exporters, in the order given. For `flushRun`. */
  readonly exporters: readonly ToolDecisionSpanExporter[];
  /**
   * Exports what has ended, then gives the runs to the sinks: the run of one trace, or all. For functions that are
   * frozen after each call. Never rejects.
   */
  readonly flush: (traceId?: string) => Promise<void>;
}

const OWN = ['exporter', 'exporters', 'BatchSpanProcessor', 'sampler', 'samplerMode'];

/**
 * Processor, wrapped exporters and wrapped sampler, as either SDK line takes them. What `sampler` and `exporter` would
 * have been without us stays: they are wrapped, never replaced.
 *
 * @throws {ConfigError} naming every wrong option of all of them at once.
 * @example new NodeSDK({ ...toolDecisionPipeline({ exporter: new OTLPTraceExporter(), BatchSpanProcessor }) })
 */
export function toolDecisionPipeline<P, S extends object = SdkSampler>(
  options: ToolDecisionPipelineOptions<P, S>,
): ToolDecisionPipeline<P, S> {
  const issues = new Set<string>();
  const { exporter, exporters, BatchSpanProcessor, sampler, samplerMode, ...shared } = options ?? {};
  const given: unknown = exporters ?? [];
  if (!Array.isArray(given)) issues.add('Expected `exporters` to be an array of span exporters');
  if (exporter === undefined && exporters === undefined) {
    issues.add(
      'Expected `exporter` or `exporters`, got neither: the SDK makes none where it is given processors',
    );
  }
  if (sampler !== undefined && typeof (sampler as Partial<SdkSampler> | null)?.shouldSample !== 'function') {
    issues.add('Expected `sampler` to be a sampler with a `shouldSample` method');
  }
  if (samplerMode !== undefined && samplerMode !== 'sample' && samplerMode !== 'record') {
    issues.add('Expected `samplerMode` to be "sample" or "record"');
  }
  checkClass('BatchSpanProcessor', BatchSpanProcessor, issues);

  const processor = made('', issues, () => new ToolDecisionSpanProcessor(shared));
  const parts: { guard: ToolDecisionSpanExporter; make: ExportingProcessor<P> }[] = [];
  const add = (path: string, entry: SpanExporterLike | PipelineExporter<P>): void => {
    const own = isExporter(entry) ? { exporter: entry } : entry;
    const { exporter: delegate, BatchSpanProcessor: make = BatchSpanProcessor, ...differing } = own ?? {};
    const { sinks, ...others } = shared;
    // Two that gather the same runs for the same sinks would write each document twice.
    const all = { ...others, ...(parts.length === 0 && sinks !== undefined && { sinks }), ...differing };
    checkClass(`${path}.BatchSpanProcessor`, make, issues);
    const guard = made(path, issues, () => new ToolDecisionSpanExporter(delegate as SpanExporterLike, all));
    if (guard !== undefined) parts.push({ guard, make });
  };
  if (exporter !== undefined) add('exporter', exporter);
  if (Array.isArray(given)) for (const [index, entry] of given.entries()) add(`exporters[${index}]`, entry);
  // With nobody to read them, they may still be wrong.
  made('exporter', issues, () => exporterSettings({ export() {} }, shared));
  if (processor === undefined || issues.size > 0) throw new ConfigError('toolDecisionPipeline', [...issues]);

  const guards = parts.map(({ guard }) => guard);
  const spanProcessors = [processor, ...parts.map(({ guard, make }) => exporting(make, guard))];
  return {
    spanProcessors,
    sampler: observeToolCalls(sampler ?? (samplerFromEnvironment() as unknown as S), {
      mode: samplerMode ?? 'sample',
    }),
    processor,
    exporters: guards,
    async flush(traceId) {
      const flushed = await Promise.allSettled(
        spanProcessors.map(async (one) => (one as Flushing).forceFlush?.()),
      );
      if (flushed.some(({ status }) => status === 'rejected')) {
        warnOnce('pipeline.flush', 'spans could not be exported when they were flushed');
      }
      await Promise.allSettled(guards.map((guard) => guard.flushRun(traceId)));
    },
  };
}

interface Flushing {
  forceFlush?(): Promise<void>;
}

function isExporter(entry: unknown): entry is SpanExporterLike {
  return typeof (entry as Partial<SpanExporterLike> | null)?.export === 'function';
}

function checkClass(path: string, value: unknown, issues: Set<string>): void {
  if (typeof value === 'function') return;
  // Said once for the option around them, which the entries inherit.
  if (path !== 'BatchSpanProcessor' && value === undefined) return;
  issues.add(`Expected \`${path}\` to be the class of that name of your SDK, or a function that makes one`);
}

/** Makes it, or adds what is wrong with its options; what several parts say of the same options is said once. */
function made<T>(path: string, issues: Set<string>, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const issue of error.issues) {
      const known = issue.replace('in `options`; known: ', `in \`options\`; known: ${OWN.join(', ')}, `);
      issues.add(known.replace('`delegate`', `\`${path}\``));
    }
    return undefined;
  }
}

/**
 * 2.x takes the exporter, later lines an object that holds it; the one argument is both. A function that is no class
 * has no prototype and gets the exporter alone.
 */
function exporting<P>(make: ExportingProcessor<P>, guard: ToolDecisionSpanExporter): P {
  if (make.prototype === undefined) return (make as (exporter: ToolDecisionSpanExporter) => P)(guard);
  const argument = {
    ...batchFromEnvironment(),
    exporter: guard,
    export: guard.export.bind(guard),
    forceFlush: guard.forceFlush.bind(guard),
    shutdown: guard.shutdown.bind(guard),
  };
  return new (make as new (argument: unknown) => P)(argument);
}
