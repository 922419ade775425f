/**
 * How costs grow: with the size of arguments, with the spans of a run, with the runs that are open. Each curve tells
 * what a unit costs, so that a flat line is linear. Nothing is asserted.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { ToolDecisionSpanProcessor } from 'assay-otel';
import { argumentsOf } from './arguments.mjs';
import { callOf, callSpans, floorProcessor, keep, nothing, tracerOf } from './call-spans.mjs';
import { fromSource } from './from-source.mjs';
import { microseconds, rotated, row, section, spread, times, within } from './measure.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
/** Of one run of the bench; less where somebody is in a hurry. */
const LARGEST_OPEN = Number(process.env.ASSAY_BENCH_OPEN_RUNS ?? 1_000_000);
/** Those that are given away early have documents, which take longer. */
const BOUNDED = Math.min(LARGEST_OPEN, 50_000);
const ALL_SPANS = 100_000;

const { Aggregator, DEFAULT_LIMITS, factReader, fromSdkSpan, RunState } = await fromSource('scaling', {
  'aggregator/aggregator.ts': ['Aggregator'],
  'aggregator/limits.ts': ['DEFAULT_LIMITS'],
  'cli/read-fact.ts': ['factReader'],
  'run/run-state.ts': ['RunState'],
  'span/from-sdk.ts': ['fromSdkSpan'],
});
const number = (n) => n.toLocaleString('en');

// --- the size of arguments --------------------------------------------------------------------------------
section(
  'Scaling: the size of arguments',
  'What the processor adds to a call, over a processor that does nothing, and against the floor that adds least. CPU time.',
);
for (const size of [100, 1_000, 10_000, 100_000, 1_000_000]) {
  const call = callOf(argumentsOf(size));
  expectRead(call);
  const processors = [{ ...nothing, onEnding() {} }, floorProcessor(call), new ToolDecisionSpanProcessor()];
  const operations = processors.map((processor) => callSpans(tracerOf(processor), call));
  const count = Math.max(4, Math.min(1_000, Math.round(2_000_000 / size)));
  const [, least, ours] = await rotated(operations, { count, rounds: 20 });
  const ratio = ours.difference.median / least.difference.median;
  row(
    `${number(size)} B`,
    '–',
    `${within(ours.difference, microseconds)}, floor ${microseconds(least.difference.median)}, ${times(ratio)}`,
  );
}

/** What is beyond a limit is not read, and would be quick. */
function expectRead(call) {
  const spans = [];
  callSpans(tracerOf(new ToolDecisionSpanProcessor(), keep(spans)), call)(1);
  const { classification } = JSON.parse(spans[0].events[0].attributes['assay.record']);
  if (classification !== 'classified')
    throw new Error(`Expected arguments that are read, got ${classification}`);
}

// --- the spans of a run, in the process -------------------------------------------------------------------
const HTTP = { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'GET' } };

/** Runs of so many spans, every tenth of them a call, each run below a root. */
function runsOf(tracer, size, call) {
  return (count) => {
    for (let done = 0; done < count; done += size) {
      const root = tracer.startSpan('invoke_agent');
      const below = trace.setSpan(ROOT_CONTEXT, root);
      for (let at = 1; at < size; at += 1) {
        const isCall = at % 10 === 1;
        tracer.startSpan(isCall ? 'tools/call add_deploy_key' : 'GET', isCall ? call : HTTP, below).end();
      }
      root.end();
    }
  };
}
const CALL = callOf(argumentsOf(200));
const SIZES = [1, 10, 100, 1_000, 10_000, 100_000];

section(
  'Scaling: the spans of a run, in the process',
  'What the processor adds to a span, every tenth a call of 200 B; always 100,000 spans. CPU time.',
);
for (const size of SIZES) {
  const processors = [{ ...nothing, onEnding() {} }, new ToolDecisionSpanProcessor()];
  const operations = processors.map((processor) => runsOf(tracerOf(processor), size, CALL));
  const [, ours] = await rotated(operations, { count: ALL_SPANS, rounds: 3 });
  row(`${number(size)} spans a run`, '–', within(ours.difference, microseconds));
}

// --- the spans of a run, as they are read -----------------------------------------------------------------
section(
  'Scaling: the spans of a run, as they are read',
  'From facts to documents, a span: always 100,000 spans, every tenth a call. Wall time.',
);
for (const size of SIZES) {
  const spans = [];
  const attest = { instrumentation: 'configured', sampler: 'declared' };
  const ours = new ToolDecisionSpanProcessor({ attest, runIsTrace: true });
  runsOf(tracerOf(ours, keep(spans)), size, CALL)(ALL_SPANS);
  const factOf = factReader({ toolSpans: 'mcp' });
  const facts = spans.map((span) => factOf(fromSdkSpan(span)).fact);
  const passes = [];
  for (let pass = 0; pass < 4; pass += 1) {
    const start = process.hrtime.bigint();
    const runs = new RunState();
    for (const fact of facts) runs.add(fact);
    let written = 0;
    for (const _ of runs.documents({ all: true })) written += 1;
    if (written !== ALL_SPANS / size) throw new Error('Expected the documents of every run');
    if (pass > 0) passes.push(Number(process.hrtime.bigint() - start) / ALL_SPANS);
  }
  row(`${number(size)} spans a run`, '–', within(spread(passes), microseconds));
}

// --- the runs that are open -------------------------------------------------------------------------------
/** A call that is of no trace yet. */
function callFact() {
  const spans = [];
  const tracer = tracerOf(new ToolDecisionSpanProcessor(), keep(spans));
  const root = tracer.startSpan('invoke_agent');
  tracer.startSpan('tools/call add_deploy_key', CALL, trace.setSpan(ROOT_CONTEXT, root)).end();
  return factReader({ toolSpans: 'mcp' })(fromSdkSpan(spans[0])).fact;
}
const FACT = callFact();

function aggregatorOf(limits) {
  const closedBy = {};
  const aggregator = new Aggregator({
    emittedBy: 'bench',
    reporter: '0'.repeat(16),
    emit: ({ emission }) => {
      closedBy[emission.closed_by] = (closedBy[emission.closed_by] ?? 0) + 1;
    },
    ...limits,
  });
  return { aggregator, closedBy };
}

const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Nanoseconds of a fact of a new run while so many are open, by the last tenth; and the heap of all. */
function opened(count, limits) {
  const before = heap();
  const { aggregator, closedBy } = aggregatorOf(limits);
  const measured = Math.max(1, Math.floor(count / 10));
  let start = 0n;
  for (let at = 0; at < count; at += 1) {
    if (at === count - measured) start = process.hrtime.bigint();
    const trace = (at + 1).toString(16).padStart(32, '0');
    aggregator.add({ ...FACT, trace }, 1_000 + at / 1_000);
  }
  const taken = Number(process.hrtime.bigint() - start) / measured;
  return { taken, bytes: heap() - before, open: aggregator.openRuns, closedBy };
}

section(
  'Scaling: runs that are open at once',
  'One call each, in the aggregator of `serve` and of the exporter: a further run, and the heap that a run takes. Wall time; records are shared, as text is not.',
);
const UNBOUND = { limits: { ...DEFAULT_LIMITS, maxOpenRuns: Infinity }, maxBytes: Infinity };
for (let warm = 0; warm < 20; warm += 1) opened(1_000, UNBOUND);
for (const count of [1, 100, 10_000, 100_000, 1_000_000].filter((size) => size <= LARGEST_OPEN)) {
  const { taken, bytes, open } = opened(count, UNBOUND);
  // Of few what the engine itself needs meanwhile is more than they take.
  const each = count < 1_000 ? '' : `, ${Math.round(bytes / count)} B a run`;
  row(`${number(open)} open, no bound`, '–', `${microseconds(taken)}${each}`);
}
const bound = opened(BOUNDED, { limits: { ...DEFAULT_LIMITS, maxOpenRuns: Infinity } });
row(
  `${number(BOUNDED)} begun, bound by memory (as \`serve\`)`,
  '–',
  `${microseconds(bound.taken)}, ${number(bound.open)} open, ${number(bound.closedBy.evicted ?? 0)} written early, ${megabytes(bound.bytes)}`,
);
const few = opened(BOUNDED, { limits: DEFAULT_LIMITS });
row(
  `${number(BOUNDED)} begun, bound to 10,000 (as the exporter)`,
  '–',
  `${microseconds(few.taken)}, ${number(few.open)} open, ${number(few.closedBy.evicted ?? 0)} written early, ${megabytes(few.bytes)}`,
);
