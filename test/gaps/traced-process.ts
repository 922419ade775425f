import { context, propagation, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { vi } from 'vitest';
import type { ToolDecisionSpanProcessorOptions } from '../../src/index.ts';
import { batch, type Exporter, type Processor, provider } from '../sdk/line.ts';

type Package = typeof import('../../src/index.ts') & typeof import('../../src/mcp/index.ts');

/** How a process is put together; what is left out is as the README has it. */
export interface Wiring {
  readonly options?: ToolDecisionSpanProcessorOptions;
  readonly sampler?: (observeToolCalls: Package['observeToolCalls']) => object;
  readonly batching?: Readonly<Record<string, number>>;
  readonly idGenerator?: object;
  readonly spanLimits?: Readonly<Record<string, number>>;
  /** Whether our guard stands around the exporter. Default yes. */
  readonly guard?: boolean;
  /** What the host, or a distribution of the SDK, puts around our processor or in its place. */
  readonly around?: (processor: Processor) => Processor;
  /** More processors that see every span, before ours. */
  readonly others?: readonly Processor[];
}

export interface TracedProcess {
  readonly assay: Package;
  /** Where its spans go. */
  readonly url: string;
  readonly processor: InstanceType<Package['ToolDecisionSpanProcessor']>;
  tracer(scope: string): Tracer;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A copy of the package that shares nothing with an earlier one, as in a process of its own: its emitter is another,
 * and so is what was attested to it.
 */
async function freshPackage(): Promise<Package> {
  Reflect.deleteProperty(globalThis, Symbol.for('assay-otel.v1'));
  vi.resetModules();
  return { ...(await import('../../src/index.ts')), ...(await import('../../src/mcp/index.ts')) };
}

/** The real SDK with our processor, the batch processor and the OTLP exporter behind it, as the global provider. */
export async function tracedProcess(url: string, wiring: Wiring): Promise<TracedProcess> {
  const assay = await freshPackage();
  const processor = new assay.ToolDecisionSpanProcessor(wiring.options);
  const sender = new OTLPTraceExporter({ url }) as unknown as Exporter;
  const exporter = wiring.guard === false ? sender : new assay.ToolDecisionSpanExporter(sender);
  const sdk = provider({
    ...(wiring.sampler && { sampler: wiring.sampler(assay.observeToolCalls) }),
    ...(wiring.spanLimits && { spanLimits: wiring.spanLimits }),
    ...(wiring.idGenerator && { idGenerator: wiring.idGenerator }),
    spanProcessors: [
      ...(wiring.others ?? []),
      wiring.around?.(processor) ?? processor,
      batch(exporter, wiring.batching),
    ],
  });
  trace.setGlobalTracerProvider(sdk);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    assay,
    url,
    processor,
    tracer: (scope) => sdk.getTracer(scope),
    // What could not be sent rejects: that is the fault of the case, not of the test.
    flush: () => sdk.forceFlush().catch(() => undefined),
    async stop() {
      await sdk.shutdown().catch(() => undefined);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** A processor that does nothing, or only what is given. */
export function idle(does: Partial<Processor> = {}): Processor {
  return {
    onStart: () => undefined,
    onEnd: () => undefined,
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
    ...does,
  };
}
