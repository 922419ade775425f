// node agent.mjs clean | quiet: an agent that asks its model, calls a tool, and asks again.
import { argv, execPath } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { trace } from '@opentelemetry/api';
import { instrumentClient } from 'assay-otel/mcp';
import { PROMPTS, stdioServer } from 'example-scenario';
import { nextTurn } from './model.mjs';
import { decide } from './opa.mjs';
import { withPolicy } from './policy-layer.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const provider = startTelemetry(`output/${run}`);
await trace.getTracer('agent').startActiveSpan('invoke_agent release-agent', async (span) => {
  span.setAttribute('gen_ai.operation.name', 'invoke_agent');
  try {
    await work(PROMPTS[run]);
  } finally {
    span.end();
  }
});
await provider.shutdown();

async function work(prompt) {
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  const stdio = new StdioClientTransport({ command: execPath, args: [stdioServer, 'output/received.jsonl'] });
  await client.connect(withPolicy(stdio, decide));
  const { tools } = await client.listTools();
  const messages = [{ role: 'user', content: prompt }];
  for (let turn = nextTurn(messages, tools); turn.toolCall; turn = nextTurn(messages, tools)) {
    messages.push(turn, { role: 'tool', content: await resultOf(client, turn.toolCall) });
  }
  await client.close();
}

/** What the tool answered, or why it did not: the model has to hear of a refusal, too. */
async function resultOf(client, call) {
  try {
    return (await client.callTool(call)).content;
  } catch (error) {
    return error.message;
  }
}
