import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

/** Starts a tracer provider; `folder` gets the documents of each run. */
export function startTelemetry(folder) {
  const pipeline = toolDecisionPipeline({
    // In place of `OTLPTraceExporter`, since the examples stay offline.
    exporter: new OtlpFileExporter('output/audit.jsonl'),
    BatchSpanProcessor,
    // Every MCP client of this process goes through `instrumentClient`: nobody but us can know.
    attest: { instrumentation: 'configured' },
    forward: 'audit',
    sinks: [directorySink(folder)],
  });
  const resource = resourceFromAttributes({ 'service.name': 'release-agent' });
  const provider = new NodeTracerProvider({ resource, ...pipeline });
  provider.register();
  return provider;
}
