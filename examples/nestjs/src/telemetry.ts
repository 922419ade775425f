import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { type Sink, type SpanExporterLike, toolDecisionPipeline } from 'assay-otel';

/** What the application and its tests do differently. */
export interface TelemetryOptions {
  /** Where spans go. Default: into memory. */
  readonly exporter?: SpanExporterLike;
  /** Gets the documents of each run. */
  readonly sink: Sink | Sink['write'];
}

/** Starts a tracer provider. It has to be there before the first span, so before Nest is. */
export function startTelemetry({ exporter = new InMemorySpanExporter(), sink }: TelemetryOptions) {
  const pipeline = toolDecisionPipeline({
    exporter,
    BatchSpanProcessor,
    // Every MCP client of this process goes through `instrumentClient`: nobody but us can know.
    attest: { instrumentation: 'configured' },
    forward: 'audit',
    sinks: [sink],
  });
  const resource = resourceFromAttributes({ 'service.name': 'release-agent' });
  const provider = new NodeTracerProvider({ resource, ...pipeline });
  provider.register();
  return { flush: pipeline.flush, shutdown: () => provider.shutdown() };
}
