/** The in-process budgets, each beside its floor. `npm run bench`; figures are for reading, nothing is asserted. */
import { hash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { microseconds, paired, row, spread, within } from './measure.mjs';

const nothing = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
const keep = (into) => ({ ...nothing, onEnd: (span) => into.push(span) });
const tracerOf = (...spanProcessors) => new BasicTracerProvider({ spanProcessors }).getTracer('bench.client');
const times = (n) => `${n.toFixed(2)} ×`;

// --- a span that is no tool call ------------------------------------------------------------------------
const HTTP = {
  kind: SpanKind.CLIENT,
  attributes: { 'http.request.method': 'GET', 'url.full': 'http://a.example/b' },
};
const plainSpans = (tracer) => (count) => {
  for (let index = 0; index < count; index += 1) tracer.startSpan('GET', HTTP).end();
};
{
  const ours = plainSpans(tracerOf(new ToolDecisionSpanProcessor(), nothing));
  const bare = plainSpans(tracerOf({ ...nothing, onEnding() {} }, nothing));
  const { difference } = paired(ours, bare, { count: 10_000, pairs: 100 });
  row('no tool call: added by the processor', '<= 0.3 µs', within(difference, microseconds));
}

// --- a tool call with 1 kB of arguments ------------------------------------------------------------------
const TEXT = JSON.stringify({
  owner: 'org',
  repo: 'prod-repo',
  title: 'ci-key',
  public_key: 'x'.repeat(380),
  read_only: false,
  notes: Array.from({ length: 12 }, (_, index) => ({ index, text: 'a note of some length' })),
});
const CALL = {
  kind: SpanKind.CLIENT,
  attributes: {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'add_deploy_key',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.arguments': TEXT,
  },
};
const callSpans = (tracer) => (count) => {
  for (let index = 0; index < count; index += 1) tracer.startSpan('tools/call add_deploy_key', CALL).end();
};

/** What any implementation must at least do: parse, scan for duplicate keys, four hashes, write, delete. */
const sample = [];
callSpans(tracerOf(new ToolDecisionSpanProcessor(), keep(sample)))(1);
const EVENT = sample[0].events[0].attributes;
const RECORD = JSON.parse(EVENT['assay.record']);
const floor = {
  ...nothing,
  onEnding(span) {
    const text = span.attributes['gen_ai.tool.call.arguments'];
    let quotes = 0;
    for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === 34) quotes += 1;
    const parsed = JSON.parse(text);
    for (const value of [parsed.owner, parsed.repo, parsed.title, text]) hash('sha256', value + quotes);
    const record = JSON.stringify(RECORD, Object.keys(RECORD).sort());
    span.addEvent('assay.tool_decision', {
      ...EVENT,
      'assay.record': record === '' ? '' : EVENT['assay.record'],
    });
    delete span.attributes['gen_ai.tool.call.arguments'];
  },
};
{
  const onEnding = (tracerProcessor) => {
    const times = [];
    const timed = {
      ...nothing,
      onStart: (span, context) => tracerProcessor.onStart(span, context),
      onEnding(span) {
        const start = process.hrtime.bigint();
        tracerProcessor.onEnding(span);
        times.push(Number(process.hrtime.bigint() - start));
      },
      onEnd: (span) => tracerProcessor.onEnd(span),
    };
    return { run: callSpans(tracerOf(timed)), times };
  };
  const ours = onEnding(new ToolDecisionSpanProcessor());
  const least = onEnding(floor);
  const bare = callSpans(tracerOf({ ...nothing, onEnding() {} }));
  const whole = callSpans(tracerOf(new ToolDecisionSpanProcessor()));
  const leastWhole = callSpans(tracerOf(floor));
  const options = { count: 1_000, pairs: 60 };
  const added = paired(whole, bare, options).difference;
  const addedLeast = paired(leastWhole, bare, options).difference;
  row('tool call, 1 kB of arguments: added by the processor', '–', within(added, microseconds));
  row('  its floor', '–', within(addedLeast, microseconds));
  const { ratio } = paired(ours.run, least.run, options);
  const hook = spread(ours.times);
  const hookFloor = spread(least.times);
  row('  hook against floor, hook time alone', '<= 1.25 ×', times(hook.median / hookFloor.median));
  row('  whole span against floor', '–', within(ratio, times));
  const sorted = ours.times.sort((a, b) => a - b);
  row('  hook, p99', 'published', microseconds(sorted[Math.floor(sorted.length * 0.99)]));
}

// --- bytes and serialisation ------------------------------------------------------------------------------
for (const [what, serializer, budget] of [
  ['JSON', JsonTraceSerializer, '<= 2000 B'],
  ['protobuf', ProtobufTraceSerializer, '<= 1300 B'],
]) {
  const into = { ours: [], bare: [] };
  const child = (tracer) =>
    tracer.startSpan('tools/call add_deploy_key', {
      ...CALL,
      attributes: { ...CALL.attributes, 'gen_ai.tool.call.arguments': undefined },
    });
  child(tracerOf(new ToolDecisionSpanProcessor(), keep(into.ours))).end();
  child(tracerOf(keep(into.bare))).end();
  // The checkpoint belongs to the run's root, not to the call: a call below a root carries none.
  const [ours] = into.ours;
  ours.events.splice(0, ours.events.length, ours.events[0]);
  delete ours.attributes['assay.checkpoint.ordinal'];
  const size = (spans) => serializer.serializeRequest(spans).length;
  row(`tool call: ${what} bytes over the bare span`, budget, `${size([ours]) - size(into.bare)} B`);
  const serialise = (spans) => (count) => {
    for (let index = 0; index < count; index += 1) serializer.serializeRequest(spans);
  };
  const { difference } = paired(serialise([ours]), serialise(into.bare), { count: 500, pairs: 40 });
  row(`  its serialisation, added`, '–', within(difference, microseconds));
}

// --- the exporter wrapper ---------------------------------------------------------------------------------
{
  const spans = [];
  plainSpans(tracerOf(keep(spans)))(512);
  const sink = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };
  const exporting = (exporter) => (count) => {
    for (let sent = 0; sent < count; sent += spans.length) exporter.export(spans, () => {});
  };
  const { difference } = paired(exporting(new ToolDecisionSpanExporter(sink)), exporting(sink), {
    count: 51_200,
    pairs: 60,
  });
  row('exporter wrapper, span that is no tool call', '<= 0.3 µs', within(difference, microseconds));
}
