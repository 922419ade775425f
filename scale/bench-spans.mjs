// What scale/bench.mjs puts in, as rows of the exporter's table.
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

export const RUN_SPANS = 20;
export const OTHER_SPANS = 10;
const CALLS = 4;

/** The spans of one run as the real processor leaves them. */
export function runSpans(ToolDecisionSpanProcessor) {
  const spans = [];
  const keep = {
    onStart() {},
    onEnd: (span) => spans.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const attest = { instrumentation: 'configured', sampler: 'declared' };
  const spanProcessors = [new ToolDecisionSpanProcessor({ attest, runIsTrace: true }), keep];
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer('bench.client');
  const root = tracer.startSpan('invoke_agent', { attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
  const below = trace.setSpan(ROOT_CONTEXT, root);
  const start = (name, attributes) =>
    tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, below).end();
  for (let at = 0; at < CALLS; at += 1) {
    const args = { owner: 'org', repo: `prod-repo-${at}`, title: 'ci-key', read_only: false };
    start('tools/call add_deploy_key', {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'add_deploy_key',
      'gen_ai.tool.call.arguments': JSON.stringify(args),
    });
  }
  for (let at = CALLS; at < RUN_SPANS - 1; at += 1) {
    if (at % 2 === 0) start('chat', { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'example' });
    else start('GET', { 'http.request.method': 'GET', 'url.full': 'https://api.example/v1/items' });
  }
  root.end();
  return spans;
}

export function otherSpans() {
  const tracer = new BasicTracerProvider({ spanProcessors: [] }).getTracer('bench.http');
  const root = tracer.startSpan('GET /cart', { kind: SpanKind.SERVER });
  const below = trace.setSpan(ROOT_CONTEXT, root);
  const inner = Array.from({ length: OTHER_SPANS - 1 }, (_, at) =>
    tracer.startSpan(
      at % 2 === 0 ? 'SELECT' : 'GET',
      {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'server.address': 'db.example', 'server.port': 5432 },
      },
      below,
    ),
  );
  for (const span of [...inner, root]) span.end();
  return [...inner, root];
}

const KINDS = ['Internal', 'Server', 'Client', 'Producer', 'Consumer'];
const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const map = (attributes) =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, text(value)]));
const nanos = ([seconds, rest]) => `${seconds}.${String(rest).padStart(9, '0')}`;

/** As clickhouse.yaml and the exporter write a span; `isKept` where types are carried. */
export function exported(span, isKept) {
  const carry = (attributes) =>
    isKept ? { ...map(attributes), 'assay.otlp.attributes': JSON.stringify(attributes) } : map(attributes);
  const { spanId, traceFlags } = span.spanContext();
  const parent = span.parentSpanContext;
  return {
    Timestamp: nanos(span.startTime),
    SpanId: spanId,
    ParentSpanId: parent?.spanId ?? '',
    SpanName: span.name,
    SpanKind: KINDS[span.kind],
    ServiceName: isKept ? 'support-agent' : 'shop',
    ResourceAttributes: { 'service.name': 'support-agent', 'service.instance.id': '627cc493-f310-47de' },
    ScopeName: span.instrumentationScope.name,
    SpanAttributes: { ...carry(span.attributes), 'assay.otlp.flags': String(traceFlags | 0x100) },
    Duration: '1000000',
    StatusCode: 'Unset',
    'Events.Timestamp': span.events.map(({ time }) => nanos(time)),
    'Events.Name': span.events.map(({ name }) => name),
    'Events.Attributes': span.events.map(({ attributes = {} }) => carry(attributes)),
  };
}
