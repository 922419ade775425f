// What an application adds to `registerOTel`.
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { registerOTel } from '@vercel/otel';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

const { spanProcessors, sampler, flush } = toolDecisionPipeline({
  // In place of `OTLPTraceExporter`, since the examples stay offline.
  exporter: new OtlpFileExporter('output/audit.jsonl'),
  BatchSpanProcessor,
  // Every MCP client of this process goes through `instrumentClient`: nobody but us can know.
  attest: { instrumentation: 'configured' },
  forward: 'audit',
  sinks: [directorySink(process.env.SURFACES)],
});
registerOTel({ serviceName: 'release-agent', traceSampler: sampler, spanProcessors });

// Nobody shuts the provider down: `registerOTel` keeps it. Next leaves the signal to us (NEXT_MANUAL_SIG_HANDLE).
process.once('SIGTERM', async () => {
  await flush();
  process.exit(0);
});
