// The tracer provider, as a layer of the function would set it up at cold start.
const { resourceFromAttributes } = require('@opentelemetry/resources');
const { AlwaysOnSampler, BatchSpanProcessor } = require('@opentelemetry/sdk-trace-base');
const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node');
const { observeToolCalls, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } = require('assay-otel');
const { directorySink } = require('assay-otel/sinks');
const { OtlpFileExporter } = require('example-scenario');

/** Starts it; `folder` gets the documents of each run. The function that is returned is called before every freeze. */
function startTelemetry(folder) {
  const options = {
    // Every MCP client of this function goes through `instrumentClient`: nobody but us can know.
    attest: { instrumentation: 'configured' },
    forward: 'audit',
    sinks: [directorySink(folder)],
  };
  // In place of `OTLPTraceExporter`, since the examples stay offline.
  const exporter = new ToolDecisionSpanExporter(new OtlpFileExporter('output/audit.jsonl'), options);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'release-agent' }),
    sampler: observeToolCalls(new AlwaysOnSampler()),
    spanProcessors: [new ToolDecisionSpanProcessor(options), new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return async () => {
    await provider.forceFlush(); // what the batch holds goes out
    await exporter.flushRun(); // the run is over: its documents are written
  };
}

module.exports = { startTelemetry };
