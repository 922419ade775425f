// What a receiver is sent: runs of the real processor, and what nobody should send.
import { gzipSync } from 'node:zlib';
import { SpanKind } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanProcessor } from 'assay-otel';
import { otlpLines } from '../../bench/otlp-lines.mjs';

const PROTOBUF = { 'content-type': 'application/x-protobuf' };
const JSON_TYPE = { 'content-type': 'application/json' };
const GZIP = { 'content-encoding': 'gzip' };

const processor = new ToolDecisionSpanProcessor({
  attest: { instrumentation: 'configured', sampler: 'declared' },
  runIsTrace: true,
});

/** Five runs of ten spans, one of them a call, in each encoding by turns. */
export function goodBatch(turn) {
  const { text, messages, spans } = otlpLines(processor, { runs: 5, shape: 'mix' });
  const isJson = turn % 2 === 0;
  const body = isJson ? Buffer.from(text) : messages[0];
  const isGzip = turn % 3 === 0;
  return {
    body: isGzip ? gzipSync(body) : body,
    headers: { ...(isJson ? JSON_TYPE : PROTOBUF), ...(isGzip ? GZIP : {}) },
    spans,
    runs: 5,
  };
}

const hex = (n, digits) => n.toString(16).padStart(digits, '0');
const span = (trace, more = {}) => ({
  traceId: hex(trace, 32),
  spanId: hex(trace + 1, 16),
  name: 'tools/call lookup_order',
  kind: 3,
  startTimeUnixNano: '1700000000000000000',
  endTimeUnixNano: '1700000000100000000',
  attributes: [
    { key: 'mcp.method.name', value: { stringValue: 'tools/call' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'lookup_order' } },
  ],
  ...more,
});
const document = (spans) =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'soak' }, spans }] }] });

const quick = [];
const tracer = new BasicTracerProvider({
  spanProcessors: [
    processor,
    {
      onStart() {},
      onEnd: (ended) => quick.push(ended),
      forceFlush: async () => {},
      shutdown: async () => {},
    },
  ],
}).getTracer('soak');
const QUICK = {
  kind: SpanKind.CLIENT,
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'lookup_order' },
};

/** So many runs of one span each, which is the call and bears the checkpoint: what is remembered of one is as large. */
export function quickBatch(count) {
  for (let at = 0; at < count; at += 1) tracer.startSpan('tools/call lookup_order', QUICK).end();
  const body = Buffer.from(ProtobufTraceSerializer.serializeRequest(quick.splice(0)));
  return { body, headers: PROTOBUF, spans: count, runs: count };
}

const plain = { kind: 1, name: 'x', attributes: [] };
const bad = [span(1, { ...plain, spanId: 'abc' }), null, span(1, { ...plain, traceId: 'x' })];
const nested = `{"resourceSpans":[],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
/** Larger than what a body may grow to. */
const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
const post = (body, headers, spans = 0) => ({ body, headers, spans });

/** Bodies with the status that each must get. */
export const HOSTILE = [
  [400, post('{"resourceSpans":[', JSON_TYPE)],
  [400, post(Buffer.alloc(64, 0xff), PROTOBUF)],
  [400, post('no gzip', { ...JSON_TYPE, ...GZIP })],
  [413, post(bomb, { ...JSON_TYPE, ...GZIP })],
  [415, post('{}', { 'content-type': 'text/plain' })],
  [415, post('{}', { ...JSON_TYPE, 'content-encoding': 'br' })],
  [421, post('{}', { ...JSON_TYPE, host: 'evil.example' })],
  [200, post(nested, JSON_TYPE)],
  [200, post(document([...bad, span(2, plain)]), JSON_TYPE, 4)],
];
