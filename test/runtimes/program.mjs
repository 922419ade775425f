// One program for every runtime: calls between the two sides of the official MCP SDK, in memory. Prints what was
// exported, and the health of each run as the sink got it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';

const secret = process.argv[2];

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const memory = new InMemorySpanExporter();
const runs = [];
const exporter = new ToolDecisionSpanExporter(memory, { sinks: [(run) => void runs.push(run)] });
const provider = new BasicTracerProvider({
  spanProcessors: [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(exporter)],
});
trace.setGlobalTracerProvider(provider);

const tools = ['add_deploy_key', 'broken'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const server = new Server({ name: 'github', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: secret }],
  isError: params.name === 'broken',
}));
const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([instrumentServer(server).connect(far), client.connect(near)]);

const answers = [];
await trace.getTracer('agent').startActiveSpan('task', async (task) => {
  await client.listTools();
  for (const { name } of tools) {
    const call = { name, arguments: { owner: 'acme', repo: 'site', token: secret } };
    answers.push((await client.callTool(call)).content.length);
  }
  // Another instrumentation's span, with the arguments on it.
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'by_hand',
    'gen_ai.tool.call.arguments': JSON.stringify({ token: secret }),
  };
  trace.getTracer('other').startSpan('tools/call by_hand', { kind: SpanKind.CLIENT, attributes }).end();
  task.end();
});
await client.close();
await provider.forceFlush();
await exporter.flushRun();

const spans = memory.getFinishedSpans().map((span) => ({
  name: span.name,
  kind: span.kind,
  traceId: span.spanContext().traceId,
  attributes: span.attributes,
  events: span.events,
  status: span.status,
}));
console.log(JSON.stringify({ answers, spans, runs }));
