// Sentry 10 sets OpenTelemetry up by itself, and takes our processors beside its own.
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as Sentry from '@sentry/node';
import { toolDecisionPipeline } from 'assay-otel';
import { directorySink } from 'assay-otel/sinks';
import { OtlpFileExporter } from 'example-scenario';

/** Starts Sentry, which reads SENTRY_DSN; `folder` gets the documents of each run. Gives what to flush before the end. */
export function startTelemetry(folder) {
  const { spanProcessors, flush } = toolDecisionPipeline({
    // A processor changes a span for all who export it: ours leaves it whole, and the exporter scrubs a copy.
    scrub: 'off',
    // In place of `OTLPTraceExporter`, since the examples stay offline.
    exporters: [{ exporter: new OtlpFileExporter('output/audit.jsonl'), scrub: 'strict', forward: 'audit' }],
    BatchSpanProcessor,
    // Nobody but us can know: every MCP client here is instrumented, and `tracesSampleRate` below keeps every span.
    attest: { instrumentation: 'configured', sampler: 'declared' },
    sinks: [directorySink(folder)],
  });
  Sentry.init({ tracesSampleRate: 1, openTelemetrySpanProcessors: spanProcessors });
  return flush;
}
