// What an application adds: one pipeline of processor, guarded exporter and sampler, as the SDK takes them.
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

/** Starts the SDK; `folder` gets the documents of each run. */
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
  const sdk = new NodeSDK({ serviceName: 'release-agent', ...pipeline });
  sdk.start();
  return sdk;
}
