import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import type {
  BatchSpanProcessor,
  ReadableSpan,
  SpanExporter,
  SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import {
  ToolDecisionSpanExporter,
  ToolDecisionSpanProcessor,
  toolDecisionPipeline,
} from '../../src/index.ts';

/** Compiled, never run: our classes are the SDK's interfaces, and its exporters are what the guard takes. */
export function assignable(exporter: SpanExporter, span: ReadableSpan): Partial<NodeSDKConfiguration> {
  const processor: SpanProcessor = new ToolDecisionSpanProcessor({
    runRoot: (root) => root.name === span.name,
  });
  const guard: SpanExporter = new ToolDecisionSpanExporter(exporter);
  return { spanProcessors: [processor], traceExporter: guard };
}

/** What comes back is what NodeSDK takes, and the class is the SDK's own. */
export const pipelines = (
  exporter: SpanExporter,
  Batch: typeof BatchSpanProcessor,
): Partial<NodeSDKConfiguration>[] => [
  { ...toolDecisionPipeline({ exporter, BatchSpanProcessor: Batch }) },
  { ...toolDecisionPipeline({ exporters: [{ exporter }], BatchSpanProcessor: (guard) => new Batch(guard) }) },
];
