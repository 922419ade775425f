/**
 * Runs without end through the real command: `assay-otel surface - --idle 30s` as a child process that reads a stream
 * of OTLP/JSON lines, ten spans and four calls a run, about 10,000 runs open at once. 30,000 runs, which take about a
 * minute; ASSAY_BENCH_RUNS=1000000 is the size of the budget (19 GB of JSON). The same again in a heap that is too small,
 * with 30,000 runs at most: what has to be evicted must be there too.
 */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanProcessor } from 'assay-otel';
import { remark, row, section } from './measure.mjs';

const DEFAULT_RUNS = 30_000;
const RUNS = Number(process.env.ASSAY_BENCH_RUNS ?? DEFAULT_RUNS);
const OPEN = Math.min(10_000, Math.ceil(RUNS / 3));
const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

// --- one run, as the processor writes it ------------------------------------------------------------------
const CHATS = 5;
const CALLS = 4;
const SPANS = 1 + CHATS + CALLS;

const template = runTemplate();

/** The spans of one run in the order in which they end, root last, as OTLP/JSON of the real exporter. */
function runTemplate() {
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
  for (let at = 0; at < CHATS + CALLS; at += 1) {
    if (at % 2 === 0) start('chat', { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'example' });
    else {
      const args = { owner: 'org', repo: `prod-repo-${at}`, title: 'ci-key', read_only: false };
      start('tools/call add_deploy_key', {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'add_deploy_key',
        'gen_ai.tool.call.arguments': JSON.stringify(args),
      });
    }
  }
  root.end();
  const request = JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)));
  const [{ resource, scopeSpans }] = request.resourceSpans;
  const scope = scopeSpans[0].scope;
  const parts = scopeSpans.flatMap((one) => one.spans).map(spanTemplate);
  const opening = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
  return { opening, closing: ']}]}]}\n', spans: parts };
}

/** A span as a function of its trace and the millisecond of its end. */
function spanTemplate(span) {
  const attributes = span.events?.flatMap((event) => event.attributes) ?? [];
  const stringOf = (name) => attributes.find(({ key }) => key === name)?.value.stringValue;
  const checkpoint = stringOf('assay.checkpoint');
  const digest = stringOf('assay.checkpoint.digest');
  const times = [span.startTimeUnixNano, stringOf('assay.call.start_time_unix_nano')];
  const ends = [span.endTimeUnixNano, ...(span.events ?? []).map(({ timeUnixNano }) => timeUnixNano)];
  let text = JSON.stringify(span).replaceAll(span.traceId, '<trace>');
  for (const time of times) if (time !== undefined) text = text.replaceAll(`"${time}"`, '"<start>"');
  for (const time of ends) text = text.replaceAll(`"${time}"`, '"<end>"');
  if (checkpoint === undefined) return fill(text);
  const inner = JSON.stringify(checkpoint).slice(1, -1);
  const outer = fill(text.replace(inner, '<checkpoint>').replace(digest, '<digest>'));
  const { from, until } = JSON.parse(checkpoint);
  const stated = fill(
    checkpoint
      .replace(`"from":"${from}"`, '"from":"<start>"')
      .replace(`"until":"${until}"`, '"until":"<end>"'),
  );
  return (values) => {
    const said = stated(values);
    return outer({
      ...values,
      checkpoint: JSON.stringify(said).slice(1, -1),
      digest: `sha256:${hash('sha256', said)}`,
    });
  };
}

function fill(text) {
  const pieces = text.split(/<(trace|start|end|checkpoint|digest)>/);
  return (values) => {
    let filled = pieces[0];
    for (let at = 1; at < pieces.length; at += 2) filled += values[pieces[at]] + pieces[at + 1];
    return filled;
  };
}

// --- the stream -------------------------------------------------------------------------------------------
const BEGIN = 1_700_000_000_000;
const STEP_MS = 10;
const GAP = Math.max(1, Math.floor(OPEN / SPANS));
const STEPS_PER_LINE = 50;
/** Of one run in so many the root never comes, so that it closes when it is idle. */
const ROOTLESS = 100;

const traceOf = (run) => (run + 1).toString(16).padStart(32, '0');

/** At each step a run begins, and each of those that go on gets its next span. */
function* lines(runs) {
  const spans = [];
  for (let step = 0; step < runs + (SPANS - 1) * GAP; step += 1) {
    for (let at = 0; at < SPANS; at += 1) {
      const run = step - at * GAP;
      if (run < 0 || run >= runs || (at === SPANS - 1 && run % ROOTLESS === 0)) continue;
      const end = BEGIN + step * STEP_MS;
      const start = at === SPANS - 1 ? BEGIN + run * STEP_MS - 5 : end - 5;
      spans.push(template.spans[at]({ trace: traceOf(run), start: `${start}000000`, end: `${end}000000` }));
    }
    if (step % STEPS_PER_LINE < STEPS_PER_LINE - 1) continue;
    yield template.opening + spans.splice(0).join(',') + template.closing;
  }
  if (spans.length > 0) yield template.opening + spans.join(',') + template.closing;
}

// --- what comes out ---------------------------------------------------------------------------------------
/** Counts runs, calls and why runs were written, from the printed lines. */
class Tally {
  lines = 0;
  closedBy = {};
  states = {};
  calls;
  #rest = Buffer.alloc(0);

  constructor(runs) {
    this.calls = new Uint16Array(runs);
  }

  take(chunk) {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      this.#line(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    this.#rest = bytes;
  }

  #line(line) {
    const after = (key) =>
      line.toString('latin1', line.indexOf(key) + key.length, line.indexOf(key) + key.length + 60);
    const run = Number.parseInt(/[0-9a-f]+/.exec(after('"run_id":"'))[0], 16) - 1;
    const closedBy = /\w+/.exec(after('"closed_by":"'))[0];
    const state = /\w+/.exec(after('],"state":"'))[0];
    const count = Number.parseInt(after('"tool_calls_observed":'), 10);
    const isFirst = after('"supersedes":').startsWith('null');
    this.lines += 1;
    this.closedBy[closedBy] = (this.closedBy[closedBy] ?? 0) + 1;
    this.states[state] = (this.states[state] ?? 0) + 1;
    // A fragment stands beside what was written before, an amendment in its place.
    this.calls[run] = isFirst ? this.calls[run] + count : count;
  }

  get runs() {
    return this.calls.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  }

  get allCalls() {
    return this.calls.reduce((sum, count) => sum + count, 0);
  }
}

/** Bytes that the process held at its highest. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function stream(runs, nodeOptions) {
  const child = spawn(process.execPath, [...nodeOptions, COMMAND, 'surface', '-', '--idle', '30s'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const tally = new Tally(runs);
  let said = '';
  child.stdout.on('data', (chunk) => tally.take(chunk));
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 100);
  let isGone = false;
  let wake = () => {};
  const closed = once(child, 'close').finally(() => {
    isGone = true;
    wake();
  });
  // One that dies in the middle is told by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.on('drain', () => wake());
  const begun = performance.now();
  let bytes = 0;
  for (const line of lines(runs)) {
    if (isGone) break;
    bytes += line.length;
    if (child.stdin.write(line)) continue;
    await new Promise((resolve) => {
      wake = resolve;
    });
  }
  child.stdin.end();
  const [code] = await closed;
  clearInterval(watch);
  return { code, said, tally, peak, bytes, seconds: (performance.now() - begun) / 1000 };
}

for (const [title, runs, options, budget] of [
  ['as it is', RUNS, [], 512],
  ['in a heap that cannot hold them', Math.min(RUNS, DEFAULT_RUNS), ['--max-old-space-size=320'], undefined],
]) {
  const spans = runs * SPANS - Math.ceil(runs / ROOTLESS);
  const { code, said, tally, peak, bytes, seconds } = await stream(runs, options);
  const megabytes = peak / 1024 / 1024;
  const calls = runs * CALLS;
  section(`Streaming: ${title}`, `${runs} runs, ${spans} spans, ${OPEN} runs open at once; exit ${code}.`);
  if (said !== '') remark(said.trim());
  const over = budget === undefined ? 0 : megabytes - budget;
  row('peak RSS', budget === undefined ? '–' : `<= ${budget} MB`, `${megabytes.toFixed(0)} MB`, over);
  row('spans a second', '–', `${Math.round(spans / seconds)} (${(bytes / 1e6 / seconds).toFixed(0)} MB/s)`);
  const lost = Math.abs(runs - tally.runs);
  row('distinct runs written', String(runs), `${tally.runs} in ${tally.lines} lines`, lost);
  row('calls written', String(calls), String(tally.allCalls), Math.abs(calls - tally.allCalls));
  row('closed by', '–', JSON.stringify(tally.closedBy));
  row('states', '–', JSON.stringify(tally.states));
}
