/** The in-process budgets, each beside its floor. `npm run bench`; figures are for reading, nothing is asserted. */
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { ARGUMENTS } from './arguments.mjs';
import { callOf, callSpans as callsOf, floorProcessor, keep, nothing, tracerOf } from './call-spans.mjs';
import { microseconds, paired, rotated, row, section, spread, times, within } from './measure.mjs';

section(
  'In the process',
  'Wall time in short slices, in turns, of what is no tool call CPU time; a budget that was not kept is marked.',
);

// --- a span that is no tool call ------------------------------------------------------------------------
const HTTP = {
  kind: SpanKind.CLIENT,
  attributes: { 'http.request.method': 'GET', 'url.full': 'http://a.example/b' },
};
/** A request as a service traces it: a root with nine spans below it. */
const plainSpans = (tracer) => (count) => {
  for (let index = 0; index < count; index += 10) {
    const root = tracer.startSpan('POST /orders', HTTP);
    const within = trace.setSpan(ROOT_CONTEXT, root);
    for (let below = 1; below < 10; below += 1) tracer.startSpan('GET', HTTP, within).end();
    root.end();
  }
};
/** The dearest case: every span a trace of its own. */
const loneSpans = (tracer) => (count) => {
  for (let index = 0; index < count; index += 1) tracer.startSpan('GET', HTTP).end();
};
for (const [what, spans] of [
  ['no tool call, 10 spans a trace: added', plainSpans],
  ['no tool call, 1 span a trace: added', loneSpans],
]) {
  const ours = spans(tracerOf(new ToolDecisionSpanProcessor(), nothing));
  const bare = spans(tracerOf({ ...nothing, onEnding() {} }, nothing));
  const [, { difference }] = await rotated([bare, ours], { count: 10_000, rounds: 100 });
  row(what, '<= 0.3 µs', within(difference, microseconds), difference.median - 300);
}

// --- a tool call with 1 kB of arguments ------------------------------------------------------------------
const CALL = callOf(ARGUMENTS);
/** A call's span as it leaves. */
const sent = (attributes, ...processors) => {
  const spans = [];
  const tracer = tracerOf(...processors, keep(spans));
  const root = tracer.startSpan('invoke_agent');
  const within = trace.setSpan(ROOT_CONTEXT, root);
  tracer.startSpan('tools/call add_deploy_key', { ...CALL, attributes }, within).end();
  return spans;
};
/** The first call of the process: the numbers that a call carries have more digits later. */
const FIRST = sent(CALL.attributes, new ToolDecisionSpanProcessor());

const callSpans = (tracer) => callsOf(tracer, CALL);
const floor = floorProcessor(CALL);
{
  const onEnding = (tracerProcessor) => {
    const times = [];
    const timed = {
      ...nothing,
      onStart: (span, context) => tracerProcessor.onStart(span, context),
      onEnding(span) {
        const isCall = 'gen_ai.tool.name' in span.attributes;
        const start = process.hrtime.bigint();
        tracerProcessor.onEnding(span);
        if (isCall) times.push(Number(process.hrtime.bigint() - start));
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
  row(
    '  hook against floor, hook time alone',
    '<= 1.25 ×',
    times(hook.median / hookFloor.median),
    hook.median / hookFloor.median - 1.25,
  );
  row('  whole span against floor', '–', within(ratio, times));
  const sorted = ours.times.sort((a, b) => a - b);
  row('  hook, p99', 'published', microseconds(sorted[Math.floor(sorted.length * 0.99)]));
}

// --- bytes and serialisation ------------------------------------------------------------------------------
const { 'gen_ai.tool.call.arguments': _text, ...WITHOUT } = CALL.attributes;
for (const [what, serializer, budget] of [
  ['JSON', JsonTraceSerializer, 2000],
  ['protobuf', ProtobufTraceSerializer, 1300],
]) {
  const withArguments = sent(CALL.attributes);
  const bare = sent(WITHOUT);
  const size = (spans) => serializer.serializeRequest(spans).length;
  const added = size(FIRST) - size(withArguments);
  row(`tool call: ${what} over its span with 1 kB`, `<= ${budget} B`, `${added} B`, added - budget);
  row('  over its span without arguments', '–', `${size(FIRST) - size(bare)} B`);
  const serialise = (spans) => (count) => {
    for (let index = 0; index < count; index += 1) serializer.serializeRequest(spans);
  };
  const { difference } = paired(serialise(FIRST), serialise(withArguments), { count: 500, pairs: 40 });
  row('  serialisation, added', '–', within(difference, microseconds));
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
  row(
    'exporter wrapper, span that is no tool call',
    '<= 0.3 µs',
    within(difference, microseconds),
    difference.median - 300,
  );
}

// --- following runs: what sinks add, over the exporter without them ----------------------------------------
{
  const delegate = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };
  const sent = (options) => {
    const exporter = new ToolDecisionSpanExporter(delegate, options);
    return tracerOf(new ToolDecisionSpanProcessor(), {
      ...nothing,
      onEnd: (span) => exporter.export([span], () => {}),
    });
  };
  const following = sent({ sinks: [() => {}] });
  const alone = sent({});
  // The reader of runs is loaded when it is first needed.
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const [what, spans, options] of [
    ['sinks, span that is no tool call: added', plainSpans, { count: 5_000, pairs: 60 }],
    ['sinks, tool call: added', callSpans, { count: 500, pairs: 60 }],
  ]) {
    row(what, '–', within(paired(spans(following), spans(alone), options).difference, microseconds));
  }
}
