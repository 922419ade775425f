// What an application adds: processor, guard around the exporter, and sampler, for whatever SDK it has.
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

/** Starts the SDK; `folder` gets the documents of each run. */
export function startTelemetry(folder) {
  const { spanProcessors, sampler } = toolDecisionPipeline({
    // In place of `OTLPTraceExporter`, since the examples stay offline.
    exporter: new OtlpFileExporter('output/audit.jsonl'),
    BatchSpanProcessor,
    forward: 'audit',
    sinks: [directorySink(folder)],
  });
  const resource = resourceFromAttributes({ 'service.name': 'release-agent' });
  const provider = new NodeTracerProvider({ resource, sampler, spanProcessors });
  provider.register();
  return provider;
}
