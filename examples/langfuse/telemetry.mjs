// Two products on one provider: Langfuse gets every span whole, the audit exporter gets the calls, scrubbed.
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

/** Starts the SDK; `folder` gets the documents of each run, `order` is of the processors: either will do. */
export function startTelemetry(folder, order, langfuseUrl) {
  const { spanProcessors, sampler } = toolDecisionPipeline({
    // A processor changes a span for all who export it: ours leaves it whole, and the exporter scrubs a copy.
    scrub: 'off',
    // In place of `OTLPTraceExporter`, since the examples stay offline.
    exporters: [{ exporter: new OtlpFileExporter('output/audit.jsonl'), scrub: 'strict', forward: 'audit' }],
    BatchSpanProcessor,
    // Every MCP client of this process goes through `instrumentClient`: nobody but us can know.
    attest: { instrumentation: 'configured' },
    sinks: [directorySink(folder)],
  });
  const langfuse = new LangfuseSpanProcessor({
    publicKey: 'pk-none',
    secretKey: 'sk-none',
    baseUrl: langfuseUrl,
    mediaUploadEnabled: false,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'release-agent' }),
    sampler,
    spanProcessors: order === 'ours-first' ? [...spanProcessors, langfuse] : [langfuse, ...spanProcessors],
  });
  provider.register();
  return provider;
}
