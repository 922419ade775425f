// node agent.mjs clean | quiet: an agent and, in the same process, an MCP server that Sentry watches.
import { argv } from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import * as Sentry from '@sentry/node';
import { instrumentClient } from 'assay-otel/mcp';
import { createGithubServer, PROMPTS } from 'example-scenario';
import { nextTurn } from './model.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const flush = startTelemetry(`output/${run}`);
const attributes = { 'gen_ai.operation.name': 'invoke_agent' };
await Sentry.startSpan({ name: 'invoke_agent release-agent', op: 'gen_ai.invoke_agent', attributes }, () =>
  work(PROMPTS[run]),
);
// Sentry ends all processors, but waits for half a second at most.
await flush();
await Sentry.close();

async function work(prompt) {
  const server = createGithubServer({ received: 'output/received.jsonl' });
  // The server's spans are Sentry's, with arguments and answers; the client's are ours, since Sentry makes none.
  Sentry.wrapMcpServerWithSentry(server, { recordInputs: true, recordOutputs: true });
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  const messages = [{ role: 'user', content: prompt }];
  for (let turn = nextTurn(messages); turn.toolCall; turn = nextTurn(messages)) {
    const { content } = await client.callTool(turn.toolCall);
    messages.push(turn, { role: 'tool', content });
  }
  await client.close();
}
