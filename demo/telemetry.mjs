// OpenTelemetry for one process: the whole of what an application adds to get decision records.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';

/** Starts the SDK. Where traces go is read from OTEL_EXPORTER_OTLP_ENDPOINT, as always. */
export function startTelemetry(serviceName) {
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    spanProcessors: [
      new ToolDecisionSpanProcessor(),
      new BatchSpanProcessor({ exporter: new ToolDecisionSpanExporter(new OTLPTraceExporter()) }),
    ],
  });
  sdk.start();
  return sdk;
}

/** A server lives as long as its stdin; then what it has recorded is sent and the process ends. */
export function stopWithStdin(sdk, close) {
  process.stdin.once('end', async () => {
    await close();
    await sdk.shutdown();
    process.exit(0);
  });
  process.stdin.resume();
}
