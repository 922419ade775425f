// The SDK of OpenTelemetry with our processor, and what it saw.
const { context, diag, propagation, trace } = require('@opentelemetry/api');
const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks');
const { W3CTraceContextPropagator } = require('@opentelemetry/core');
const {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-base');
const { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } = require('./index.cjs');

const exporter = new InMemorySpanExporter();
const runs = [];
const guard = new ToolDecisionSpanExporter(exporter, { sinks: [{ write: (run) => runs.push(run) }] });
const provider = new BasicTracerProvider({
  spanProcessors: [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(guard)],
});
const warnings = [];
const silent = () => undefined;
diag.setLogger({
  error: silent,
  info: silent,
  debug: silent,
  verbose: silent,
  warn: (...words) => warnings.push(words.join(' ')),
});
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

exports.warnings = warnings;

/** Spans as plain values, of each scope apart; ids only where they relate two of them. */
function seen() {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  const named = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  return spans
    .map(({ name, kind, attributes, parentSpanContext, instrumentationScope, status, events }) => ({
      name,
      kind,
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(
          ([key]) => !/^assay\.(emitter|epoch|sequence|record\.digest|checkpoint)/.test(key),
        ),
      ),
      below: named.get(parentSpanContext?.spanId)?.name,
      scope: instrumentationScope.name,
      status: status.code,
      events: events
        .filter((event) => event.name === 'assay.tool_decision')
        .map((event) => JSON.parse(event.attributes['assay.record']).action),
      checkpoint: events
        .filter((event) => event.name === 'assay.tool_observation')
        .map((event) => JSON.parse(event.attributes['assay.checkpoint']))[0],
    }))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Both ends of a request begin within one millisecond. */
function orderOf({ scope, name, kind, attributes }) {
  return JSON.stringify([scope, name, kind, attributes]);
}

/** Runs `action` as a run of its own: its spans, and what its checkpoint vouches for. */
exports.run = async (action) => {
  exporter.reset();
  await trace
    .getTracer('host')
    .startActiveSpan('agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } }, async (span) => {
      await action();
      span.end();
    });
  await provider.forceFlush();
  await guard.flushRun();
  const { health } = runs.splice(0).at(-1);
  const spans = seen();
  const { checkpoint } = spans.find(({ name }) => name === 'agent');
  const attested = checkpoint.instrumentation.map(({ scope, vantage, basis, covers, since }) => {
    const when = BigInt(since) <= BigInt(checkpoint.from) ? 'before' : 'later';
    return `${scope} ${vantage} ${basis} ${covers} ${when}`;
  });
  return {
    attested,
    coverage: health.coverage.state,
    gaps: health.coverage.gaps.map(({ code }) => code),
    claim: health.claims.no_undeclared_tool_use,
    calls: health.tool_calls_observed,
    numbered: checkpoint.numbered,
    unrecorded: checkpoint.unrecorded,
    spans: spans.filter(({ name }) => name !== 'agent').map(({ checkpoint: _, ...span }) => span),
  };
};

exports.provider = provider;

/** Another provider, with what it saw. */
exports.elsewhere = () => {
  const memory = new InMemorySpanExporter();
  const made = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
  return Object.assign(made, { seen: () => memory.getFinishedSpans().map(({ name }) => name) });
};

exports.done = (result) => {
  process.stdout.write(`${JSON.stringify({ ...result, warnings })}\n`);
};
