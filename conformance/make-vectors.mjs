// Makes conformance/vectors anew, or those that are named: node conformance/make-vectors.mjs [NAME...], after
// npm run build.
//
// Each vector is a run in a process of its own: the official MCP client, the OpenTelemetry SDK, this package's
// processor and exporter. What a pipeline can lose is taken out of the exported spans afterwards. Ids and times
// are new each time, and stay as they are once committed.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { AlwaysOffSampler, BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import {
  observeToolCalls,
  recordDecision,
  ToolDecisionSpanExporter,
  ToolDecisionSpanProcessor,
} from 'assay-otel';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';
import { z } from 'zod';
import { CALLS, VECTORS, VOUCHED } from './scenarios.mjs';

/** Of what a reader writes, the documents that are the same whoever reads. */
const PUBLISHED = /\.(surface|health|index)\.json$/;

const here = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL('vectors', import.meta.url));
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const [role, ...args] = process.argv.slice(2);
if (role === 'agent') await agent(...args);
else if (role === 'server') await server(...args);
else if (role === 'ingress') await ingress(...args);
else make(process.argv.slice(2));

function make(names) {
  for (const name of names.length > 0 ? names : Object.keys(VECTORS)) {
    const vector = VECTORS[name];
    const target = join(folder, name);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    const traces = join(target, 'traces.jsonl');
    writeFileSync(
      traces,
      changed(vector, captured(name))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const expected = join(target, 'expected');
    // Exit code 1: an event was refused, as it should be where one was cut.
    const { status } = spawnSync(process.execPath, [command, 'surface', traces, '--out', expected]);
    if (status !== 0 && !(status === 1 && vector.isRefused)) throw new Error(`${name}: exit code ${status}`);
    for (const file of readdirSync(expected).filter((entry) => !PUBLISHED.test(entry)))
      rmSync(join(expected, file));
  }
  const index = Object.entries(VECTORS).map(([name, { says }]) => ({ name, says }));
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify({ vectors: index }, null, 2)}\n`);
}

/** What each process of a vector exported, as OTLP/JSON documents. */
function captured(name) {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-vector-'));
  const { agents = 1, hasIngress } = VECTORS[name];
  try {
    const out = join(scratch, 'traces.jsonl');
    const above = hasIngress
      ? [execFileSync(process.execPath, [here, 'ingress', `${out}.ingress`], { encoding: 'utf8' })]
      : [];
    for (let n = 0; n < agents; n += 1)
      execFileSync(process.execPath, [here, 'agent', name, `${out}.${n}`, ...above]);
    return readdirSync(scratch)
      .sort()
      .map((file) =>
        readFileSync(join(scratch, file), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function changed({ lose, double, repeat }, processes) {
  const change = (n) => (span) => [lose === undefined ? span : lose(span, n), double?.(span)].filter(Boolean);
  const done = processes.flatMap((documents, n) =>
    documents.map(({ resourceSpans, ...logs }) => ({
      ...logs,
      resourceSpans: resourceSpans?.map((resource) => ({
        ...resource,
        scopeSpans: resource.scopeSpans.map((scope) => ({ ...scope, spans: scope.spans.flatMap(change(n)) })),
      })),
    })),
  );
  return repeat ? [...done].reverse().concat(done) : done;
}

/** Somebody upstream whose root span is exported, and who is not watched: says the context of that span. */
async function ingress(out) {
  const sdk = startSdk('ingress', [new BatchSpanProcessor({ exporter: exporterTo(out) })]);
  const span = trace.getTracer('example.ingress').startSpan('POST /orders', { kind: SpanKind.SERVER });
  span.end();
  await sdk.shutdown();
  process.stdout.write(JSON.stringify(span.spanContext()));
}

async function agent(name, out, above) {
  const { calls, attest = VOUCHED, foreign, server: kind, runId, leaveOpen, ...more } = VECTORS[name];
  const { carrier, classifiers, isDetached, isSealed, isShutDown, runIsTrace, sampling } = more;
  const options = { attest, runIsTrace, carrier, ...(classifiers && { classifiers }) };
  const { sdk, processor } = startTelemetry('agent', out, options, sampling);
  const around = above === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, JSON.parse(above));
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'agent',
    ...(runId === undefined ? {} : { 'assay.run.id': runId }),
  };
  const tracer = trace.getTracer('agent');
  await tracer.startActiveSpan('invoke_agent agent', { attributes }, remote(around), async (root) => {
    const script = [here, 'server', kind === 'instrumented' ? `${out}.server` : ''];
    const transport = decided(new StdioClientTransport({ command: process.execPath, args: script }));
    const plain = new Client({ name: 'agent', version: '1.0.0' });
    const client = foreign === undefined ? instrumentClient(plain) : tracedByOthers(plain, foreign);
    await client.connect(transport);
    await client.listTools();
    const within = isDetached ? ROOT_CONTEXT : context.active();
    for (const [tool, input] of calls)
      await context.with(within, () => client.callTool({ name: tool, arguments: input }));
    const open = leaveOpen
      ? client.callTool({ name: 'wait', arguments: {} }).catch(() => undefined)
      : undefined;
    if (isShutDown) await sdk.shutdown();
    root.end();
    await client.close();
    await open;
  });
  if (isSealed) processor.endRun(runId);
  await sdk.shutdown();
}

/** The context as it is on the other side of a request. */
function remote(around) {
  const above = trace.getSpanContext(around);
  return above === undefined ? around : trace.setSpanContext(around, { ...above, isRemote: true });
}

/** A client with the spans that an instrumentation of another make writes. */
function tracedByOthers(client, also) {
  const tracer = trace.getTracer('example.mcp');
  const request = client.request.bind(client);
  client.request = ({ method, params }, ...rest) => {
    const call = {
      'gen_ai.tool.name': params?.name,
      'gen_ai.tool.call.arguments': JSON.stringify(params?.arguments),
      ...also,
    };
    const attributes = { 'mcp.method.name': method, ...(method === 'tools/call' ? call : {}) };
    return tracer.startActiveSpan(method, { kind: SpanKind.CLIENT, attributes }, (span) =>
      request({ method, params }, ...rest).finally(() => span.end()),
    );
  };
  return client;
}

/** The policy layer before the client: it denies one tool and allows the others. */
function decided(transport) {
  const forward = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (message.method !== 'tools/call') return forward(message, options);
    const isDenied = message.params.name === 'github.delete_repo';
    const effect = isDenied ? 'deny' : 'allow';
    recordDecision(trace.getActiveSpan(), {
      effect,
      source: 'policy',
      ruleId: `tool.${effect}`,
      enforced: true,
    });
    if (!isDenied) return forward(message, options);
    const result = { content: [{ type: 'text', text: 'refused' }], isError: true };
    queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result }));
  };
  return transport;
}

async function server(out) {
  const sdk = out === '' ? undefined : startTelemetry('server', out, { attest: VOUCHED }).sdk;
  const plain = new McpServer({ name: 'server', version: '1.0.0' });
  const mcp = sdk === undefined ? plain : instrumentServer(plain);
  for (const name of ['wait', ...CALLS.map(([tool]) => tool)]) {
    const work = () =>
      name === 'wait' ? new Promise(() => undefined) : { content: [{ type: 'text', text: 'done' }] };
    mcp.registerTool(name, { inputSchema: z.looseObject({}) }, work);
  }
  await mcp.connect(new StdioServerTransport());
  process.stdin.once('end', async () => {
    await sdk?.shutdown();
    process.exit(0);
  });
}

/** `sampling`: the mode of our wrapper around a sampler that drops everything. */
function startTelemetry(serviceName, out, options, sampling) {
  const processor = new ToolDecisionSpanProcessor(options);
  const reading = sampling === 'record' ? { sinks: [() => undefined] } : {};
  const { carrier, classifiers } = options;
  const shared = { carrier, ...(classifiers && { classifiers }) };
  const exporter = new ToolDecisionSpanExporter(exporterTo(out), { ...reading, ...shared });
  const processors = [processor, new BatchSpanProcessor({ exporter })];
  const sampler = sampling && observeToolCalls(new AlwaysOffSampler(), { mode: sampling });
  const logs = carrier === undefined ? [] : [new SimpleLogRecordProcessor({ exporter: logsTo(out) })];
  return { sdk: startSdk(serviceName, processors, sampler, logs), processor };
}

function exporterTo(out) {
  return {
    export(spans, done) {
      appendFileSync(out, `${new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans))}\n`);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
}

function logsTo(out) {
  return {
    export(records, done) {
      appendFileSync(out, `${new TextDecoder().decode(JsonLogsSerializer.serializeRequest(records))}\n`);
      done({ code: 0 });
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
}

function startSdk(serviceName, spanProcessors, sampler, logRecordProcessors = []) {
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    spanProcessors,
    ...(sampler && { sampler }),
    metricReaders: [],
    logRecordProcessors,
  });
  sdk.start();
  return sdk;
}
