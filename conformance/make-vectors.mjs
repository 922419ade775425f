// Makes conformance/vectors anew: node conformance/make-vectors.mjs, after npm run build.
//
// Each vector is a run in a process of its own: the official MCP client, the OpenTelemetry SDK, this package's
// processor and exporter. What a pipeline can lose is taken out of the exported spans afterwards. Ids and times
// are new each time, and stay as they are once committed.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
import { SpanKind, trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { recordDecision, ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';
import { z } from 'zod';
import { CALLS, VECTORS, VOUCHED } from './scenarios.mjs';

const here = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL('vectors', import.meta.url));
const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const [role, ...args] = process.argv.slice(2);
if (role === 'agent') await agent(...args);
else if (role === 'server') await server(...args);
else makeAll();

function makeAll() {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, vector] of Object.entries(VECTORS)) {
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    const traces = join(target, 'traces.jsonl');
    writeFileSync(
      traces,
      changed(vector, captured(name))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    // Exit code 1: an event was refused, as it should be where one was cut.
    const { status } = spawnSync(process.execPath, [
      command,
      'surface',
      traces,
      '--out',
      join(target, 'expected'),
    ]);
    if (status !== 0 && !(status === 1 && vector.isRefused)) throw new Error(`${name}: exit code ${status}`);
  }
  const index = Object.entries(VECTORS).map(([name, { says }]) => ({ name, says }));
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify({ vectors: index }, null, 2)}\n`);
}

/** What the processes of a vector exported, as OTLP/JSON documents. */
function captured(name) {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-otel-vector-'));
  try {
    const out = join(scratch, 'traces.jsonl');
    execFileSync(process.execPath, [here, 'agent', name, out]);
    const files = [out, `${out}.server`].filter((file) => existsSync(file));
    return files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function changed({ lose, double, repeat }, documents) {
  const change = (span) => [lose === undefined ? span : lose(span), double?.(span)].filter(Boolean);
  const done = documents.map(({ resourceSpans }) => ({
    resourceSpans: resourceSpans.map((resource) => ({
      ...resource,
      scopeSpans: resource.scopeSpans.map((scope) => ({ ...scope, spans: scope.spans.flatMap(change) })),
    })),
  }));
  return repeat ? [...done].reverse().concat(done) : done;
}

async function agent(name, out) {
  const { calls, attest = VOUCHED, foreign, server: kind, runId, leaveOpen } = VECTORS[name];
  const sdk = startTelemetry('agent', out, { attest });
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'agent',
    ...(runId === undefined ? {} : { 'assay.run.id': runId }),
  };
  await trace.getTracer('agent').startActiveSpan('invoke_agent agent', { attributes }, async (root) => {
    const script = [here, 'server', kind === 'instrumented' ? `${out}.server` : ''];
    const transport = decided(new StdioClientTransport({ command: process.execPath, args: script }));
    const plain = new Client({ name: 'agent', version: '1.0.0' });
    const client = foreign === undefined ? instrumentClient(plain) : tracedByOthers(plain, foreign);
    await client.connect(transport);
    await client.listTools();
    for (const [tool, input] of calls) await client.callTool({ name: tool, arguments: input });
    const open = leaveOpen
      ? client.callTool({ name: 'wait', arguments: {} }).catch(() => undefined)
      : undefined;
    root.end();
    await client.close();
    await open;
  });
  await sdk.shutdown();
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
  const sdk = out === '' ? undefined : startTelemetry('server', out, { attest: VOUCHED });
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

function startTelemetry(serviceName, out, options) {
  const exporter = {
    export(spans, done) {
      appendFileSync(out, `${new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans))}\n`);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    spanProcessors: [
      new ToolDecisionSpanProcessor(options),
      new BatchSpanProcessor({ exporter: new ToolDecisionSpanExporter(exporter) }),
    ],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return sdk;
}
