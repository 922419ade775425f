// OpenTelemetry for one process: the whole of what an application adds to get decision records.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { AlwaysOnSampler, BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { observeToolCalls, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';

/** Starts the SDK. Where traces go is read from OTEL_EXPORTER_OTLP_ENDPOINT, as always. */
export function startTelemetry(serviceName, options = {}) {
  const batches = new BatchSpanProcessor({
    exporter: new ToolDecisionSpanExporter(new OTLPTraceExporter(), options),
    // A process that is killed loses what it has not sent, so send often.
    scheduledDelayMillis: 250,
  });
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    // Whatever the sampler inside takes, no tool call goes unseen: the checkpoints can say so.
    sampler: observeToolCalls(new AlwaysOnSampler()),
    spanProcessors: [new ToolDecisionSpanProcessor(options), batches],
  });
  sdk.start();
  return { flush: () => batches.forceFlush(), shutdown: () => sdk.shutdown() };
}

/** A server lives as long as its stdin; then what it has recorded is sent and the process ends. */
export function stopWithStdin(telemetry, close) {
  process.stdin.once('end', async () => {
    await close();
    await telemetry.shutdown();
    process.exit(0);
  });
  process.stdin.resume();
}
