import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from '../../src/index.ts';

/** Compiled, never run: our classes are the SDK's interfaces, and its exporters are what the guard takes. */
export function assignable(exporter: SpanExporter, span: ReadableSpan): Partial<NodeSDKConfiguration> {
  const processor: SpanProcessor = new ToolDecisionSpanProcessor({
    runRoot: (root) => root.name === span.name,
  });
  const guard: SpanExporter = new ToolDecisionSpanExporter(exporter);
  return { spanProcessors: [processor], traceExporter: guard };
}
