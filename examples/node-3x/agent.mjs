// node agent.mjs clean | quiet: an agent that asks its model, calls a tool, and asks again.
import { argv, execPath } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { trace } from '@opentelemetry/api';
import { instrumentClient } from 'assay-otel/mcp';
import { PROMPTS, stdioServer } from 'example-scenario';
import { nextTurn } from './model.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const sdk = startTelemetry(`output/${run}`);
await trace.getTracer('agent').startActiveSpan('invoke_agent release-agent', async (span) => {
  span.setAttribute('gen_ai.operation.name', 'invoke_agent');
  try {
    await work(PROMPTS[run]);
  } finally {
    span.end();
  }
});
await sdk.shutdown();

async function work(prompt) {
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  await client.connect(
    new StdioClientTransport({ command: execPath, args: [stdioServer, 'output/received.jsonl'] }),
  );
  const { tools } = await client.listTools();
  const messages = [{ role: 'user', content: prompt }];
  for (let turn = nextTurn(messages, tools); turn.toolCall; turn = nextTurn(messages, tools)) {
    const { content } = await client.callTool(turn.toolCall);
    messages.push(turn, { role: 'tool', content });
  }
  await client.close();
}
