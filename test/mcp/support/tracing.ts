import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import type { SdkReadableSpan } from '../../../src/span/sdk-span.ts';
import { memoryExporter, provider as newProvider, type Processor, simple } from '../../sdk/line.ts';

/** The real SDK, registered globally for one test file; `close` takes it away again. */
export interface Tracing {
  /** Finished spans, oldest first; with a name only those that are named so. */
  spans(name?: string): SdkReadableSpan[];
  /** The one finished span of that name and kind. */
  span(name: string, kind?: number): SdkReadableSpan;
  reset(): void;
  close(): Promise<void>;
}

export function startTracing(sampler?: unknown, before: readonly Processor[] = []): Tracing {
  const exporter = memoryExporter();
  const provider = newProvider({
    ...(sampler !== undefined && { sampler }),
    spanProcessors: [...before, simple(exporter)],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  const spans = (name?: string) =>
    exporter.getFinishedSpans().filter((span) => name === undefined || span.name === name);
  return {
    spans,
    span(name, kind) {
      const found = spans(name).filter((span) => kind === undefined || span.kind === kind);
      const [only] = found;
      if (only === undefined || found.length > 1) {
        const seen = spans().map((span) => `${span.kind}:${span.name}`);
        throw new Error(`expected one span ${name}, found ${found.length} among ${seen.join(', ')}`);
      }
      return only;
    },
    reset: () => exporter.reset(),
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Runs `action` inside a span of the host's own and returns what it made of it. */
export async function inHostSpan<T>(name: string, action: () => Promise<T>): Promise<T> {
  return trace.getTracer('host').startActiveSpan(name, async (span) => {
    try {
      return await action();
    } finally {
      span.end();
    }
  });
}
