/**
 * What span processors add that people use instead, or beside: each with the batch processor that it has or needs, to
 * an exporter that throws everything away, in one process, taking turns. Nothing is asserted.
 */
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { ARGUMENTS } from './arguments.mjs';
import { nothing } from './call-spans.mjs';
import { fasterThan } from './faster.mjs';
import { microseconds, remark, rotated, row, section, within } from './measure.mjs';
import { load, versionOf } from './peers.mjs';

const nowhere = () => ({
  export: (_spans, done) => done({ code: 0 }),
  forceFlush: async () => {},
  shutdown: async () => {},
});
const batch = (exporter = nowhere()) => new BatchSpanProcessor(exporter);

const { LangfuseSpanProcessor } = await load('@langfuse/otel');
const { OpenInferenceBatchSpanProcessor } = await load('@arizeai/openinference-vercel');
const { LogfireAttributeScrubber, PendingSpanProcessor } = await load('logfire');
const Sentry = await load('@sentry/node');
const { SentrySpanProcessor } = await load('@sentry/opentelemetry');

Sentry.init({
  dsn: 'http://public@127.0.0.1/1',
  tracesSampleRate: 1,
  defaultIntegrations: false,
  skipOpenTelemetrySetup: true,
  transport: () => ({ send: async () => ({}), flush: async () => true }),
});
const langfuse = (more) => {
  const keys = { publicKey: 'pk-bench', secretKey: 'sk-bench', baseUrl: 'http://127.0.0.1:9' };
  return new LangfuseSpanProcessor({ ...keys, exporter: nowhere(), mediaUploadEnabled: false, ...more });
};
const pending = () => {
  const inner = batch();
  return [inner, new PendingSpanProcessor(inner)];
};
/** Its SDK scrubs the spans that it makes itself; this is the same for those of others, as far as a processor can. */
const scrubbing = () => {
  const scrubber = new LogfireAttributeScrubber();
  const onEnding = (span) => {
    const [scrubbed] = scrubber.scrubValue([], span.attributes);
    for (const [key, value] of Object.entries(scrubbed)) span.attributes[key] = value;
  };
  return [{ ...nothing, onEnding }, batch()];
};
/** What a user writes who wants no keys of one kind to leave. */
const mask = ({ data }) => (typeof data === 'string' ? data.replace(/sk-[A-Za-z0-9]{20,}/g, '***') : data);

const CANDIDATES = [
  ['the SDK’s batch processor alone', () => [batch()]],
  ['assay-otel, processor', () => [new ToolDecisionSpanProcessor(), batch()]],
  [
    'assay-otel, processor and guard',
    () => [new ToolDecisionSpanProcessor(), batch(new ToolDecisionSpanExporter(nowhere()))],
  ],
  [`Langfuse ${versionOf('@langfuse/otel')}`, () => [langfuse({})]],
  ['Langfuse, every span', () => [langfuse({ shouldExportSpan: () => true })]],
  ['Langfuse, every span, with a mask', () => [langfuse({ shouldExportSpan: () => true, mask })]],
  [
    `OpenInference-Vercel ${versionOf('@arizeai/openinference-vercel')}`,
    () => [new OpenInferenceBatchSpanProcessor({ exporter: nowhere() })],
  ],
  [`Logfire ${versionOf('logfire')}, pending spans`, pending],
  ['Logfire, its scrubber over every span', scrubbing],
  [`Sentry ${versionOf('@sentry/opentelemetry')}`, () => [new SentrySpanProcessor()]],
];

const HTTP = {
  name: 'GET',
  kind: SpanKind.CLIENT,
  attributes: {
    'http.request.method': 'GET',
    'url.full': 'http://a.example/b',
    'server.address': 'a.example',
  },
};
const CALL = {
  name: 'tools/call add_deploy_key',
  kind: SpanKind.CLIENT,
  attributes: {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'add_deploy_key',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.arguments': ARGUMENTS,
  },
};
const root = (name, attributes) => ({ name, kind: SpanKind.INTERNAL, attributes });

/** Traces of ten spans, then everything out: what is put off must be in the figure too. */
const traces = (processors, first, below) => {
  const provider = new BasicTracerProvider({ spanProcessors: processors });
  const tracer = provider.getTracer('bench.client');
  return async (count) => {
    for (let done = 0; done < count; done += 10) {
      const parent = tracer.startSpan(first.name, first);
      const within = trace.setSpan(ROOT_CONTEXT, parent);
      for (let child = 1; child < 10; child += 1) tracer.startSpan(below.name, below, within).end();
      parent.end();
    }
    await provider.forceFlush();
    await new Promise(setImmediate);
  };
};

for (const [title, first, below] of [
  ['Span processors: no tool call, ten spans a trace', root('POST /orders', {}), HTTP],
  [
    'Span processors: nine tool calls of 1 kB a trace',
    root('invoke_agent', { 'gen_ai.operation.name': 'invoke_agent' }),
    CALL,
  ],
]) {
  section(
    title,
    'A span through the whole of it, its export to nowhere included, over the batch processor alone.',
  );
  const operations = CANDIDATES.map(([, processors]) => traces(processors(), first, below));
  const results = await rotated(operations, {
    count: 1_000,
    rounds: Number(process.env.ASSAY_BENCH_ROUNDS ?? 60),
  });
  for (const [at, [name]] of CANDIDATES.entries()) {
    const { taken, difference } = results[at];
    const isFloor = at === 0;
    row(isFloor ? name : `${name}: added`, '–', within(isFloor ? taken : difference, microseconds));
  }
  const [, ours, , ...others] = CANDIDATES.map(([name], at) => ({ name, spread: results[at].difference }));
  remark(fasterThan(ours, others));
}
await Sentry.close(0);
