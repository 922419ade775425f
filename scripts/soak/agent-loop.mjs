// node --expose-gc agent-loop.mjs <milliseconds>: an agent in a busy loop. Real MCP client and server in memory, both
// instrumented, the SDK with processor, guard and a sink. Prints what it did and what came out, as one line of JSON.
import { argv } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { toolDecisionPipeline } from 'assay-otel';
import { connectedPair } from './agent-pair.mjs';
import { hostileSpans } from './hostile-spans.mjs';
import { state } from './watched.mjs';

const MILLISECONDS = Number(argv[2] ?? 10_000);
const EVERY = Math.max(1_000, MILLISECONDS / 40);
/** More runs than an aggregator remembers by id (100,000), so that what is bounded is at its bound. */
const WARM_RUNS = 110_000;
const RUNS_A_PAIR = 100;

const sent = { runs: 0, calls: 0, hostile: 0, pairs: 0 };
const got = { spans: 0, events: 0, runs: 0, calls: 0, coverage: {}, rejections: 0 };
process.on('unhandledRejection', () => {
  got.rejections += 1;
});

const exporter = {
  export(spans, done) {
    got.spans += spans.length;
    for (const { events } of spans)
      got.events += events.filter(({ name }) => name === 'assay.tool_decision').length;
    done({ code: 0 });
  },
  shutdown: async () => {},
};
const { spanProcessors, sampler, flush } = toolDecisionPipeline({
  exporter,
  BatchSpanProcessor: (guard) =>
    new BatchSpanProcessor(guard, { maxQueueSize: 100_000, scheduledDelayMillis: 200 }),
  attest: { instrumentation: 'configured' },
  runIsTrace: true,
  grace: 50,
  retainClosed: 500,
  sinks: [
    ({ health, emission }) => {
      if (emission.supersedes != null) return;
      got.runs += 1;
      got.calls += health.tool_calls_observed;
      const { state: coverage } = health.coverage;
      got.coverage[coverage] = (got.coverage[coverage] ?? 0) + 1;
    },
  ],
});
const provider = new BasicTracerProvider({ spanProcessors, sampler });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const tracer = provider.getTracer('soak.agent');

/** One call in a trace of its own, without a client: quick. */
function quickRun() {
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'lookup_order' };
  tracer.startSpan('tools/call lookup_order', { kind: SpanKind.CLIENT, attributes }).end();
  sent.runs += 1;
  sent.calls += 1;
}

async function run(pair) {
  await tracer.startActiveSpan('invoke_agent', async (root) => {
    sent.calls += await pair.callEverything();
    if (sent.runs % 5 === 0) sent.hostile += hostileSpans(tracer);
    root.end();
  });
  sent.runs += 1;
}

/** What a client asks when it connects is a run of its own, of no call. */
function connected() {
  sent.pairs += 1;
  return connectedPair();
}

for (let warm = 0; warm < WARM_RUNS; warm += 1) {
  quickRun();
  if (warm % 500 === 499) {
    await provider.forceFlush();
    await setImmediate();
  }
}
await flush();

const begun = performance.now();
const samples = [];
let sampleAt = begun + MILLISECONDS / 5;
let pair = await connected();
for (let at = 1; performance.now() - begun < MILLISECONDS; at += 1) {
  await run(pair);
  if (at % RUNS_A_PAIR === 0) {
    await pair.close();
    pair = await connected();
  }
  if (performance.now() < sampleAt) continue;
  // At the same point each time: nothing under way, nothing waiting.
  await flush();
  samples.push({ done: sent.calls, ...state() });
  sampleAt += EVERY;
}
await pair.close();
await flush();
await provider.shutdown();
console.log(JSON.stringify({ sent, got, samples }));
