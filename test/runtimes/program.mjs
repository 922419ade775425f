// One program for every runtime: MCP calls between the two sides of the official SDK, in memory. Prints what was exported.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ToolDecisionSpanExporter, ToolDecisionSpanProcessor } from 'assay-otel';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';

const argument = { owner: 'acme', repo: 'site', token: 'planted-5ec2e7' };

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const memory = new InMemorySpanExporter();
const classifiers = [
  {
    schema: 'assay.tool_classifiers.v0',
    classifier_version: 'runtimes@1',
    tools: [],
  },
];
const exporter = new ToolDecisionSpanExporter(memory);
const provider = new BasicTracerProvider({
  spanProcessors: [new ToolDecisionSpanProcessor(), new SimpleSpanProcessor(exporter)],
});
trace.setGlobalTracerProvider(provider);

const server = instrumentServer(new Server({ name: 'github', version: '1.0.0' }, { capabilities: { tools: {} } }));
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: ['add_deploy_key', 'broken'].map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: argument.token }],
  isError: params.name === 'broken',
}));
const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);

await trace.getTracer('agent').startActiveSpan('task', async (task) => {
  await client.listTools();
  for (const name of ['add_deploy_key', 'broken']) await client.callTool({ name, arguments: argument });
  task.end();
});
await client.close();
await provider.forceFlush();

console.log(
  JSON.stringify(
    memory.getFinishedSpans().map(({ name, kind, attributes, events, status }) => ({ name, kind, attributes, events, status })),
  ),
);
