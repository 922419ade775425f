// node agent.mjs clean | quiet ours-first | langfuse-first: an agent whose turns and calls are Langfuse observations.
import { deepEqual } from 'node:assert/strict';
import { argv, execPath } from 'node:process';
import { startActiveObservation } from '@langfuse/tracing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { instrumentClient } from 'assay-otel/mcp';
import { CALLS, PROMPTS, stdioServer } from 'example-scenario';
import { startListener } from './listener.mjs';
import { nextTurn } from './model.mjs';
import { startTelemetry } from './telemetry.mjs';

const [, , run, order] = argv;
const listener = await startListener();
const provider = startTelemetry(`output/${run}`, order, listener.url);
await startActiveObservation('release-agent', () => work(PROMPTS[run]), { asType: 'agent' });
await provider.shutdown();
await listener.close();

// Langfuse has the whole arguments; nothing of that is in `output/`.
const tools = listener.spans.filter(({ attributes }) => attributes['langfuse.observation.type'] === 'tool');
const seen = tools.map(({ attributes }) => JSON.parse(attributes['langfuse.observation.input']));
deepEqual(seen, run === 'clean' ? CALLS.map((call) => call.arguments) : []);
console.log(`${order}: Langfuse has ${seen.length} observations of tools, with all arguments.`);

async function work(prompt) {
  const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
  const server = { command: execPath, args: [stdioServer, 'output/received.jsonl'] };
  await client.connect(new StdioClientTransport(server));
  const messages = [{ role: 'user', content: prompt }];
  for (let turn = await observedTurn(messages); turn.toolCall; turn = await observedTurn(messages)) {
    const { content } = await observedCall(client, turn.toolCall);
    messages.push(turn, { role: 'tool', content });
  }
  await client.close();
}

function observedTurn(messages) {
  return startActiveObservation(
    'model',
    async (generation) => {
      const output = nextTurn(messages);
      generation.update({ model: 'scripted', input: messages, output });
      return output;
    },
    { asType: 'generation' },
  );
}

function observedCall(client, call) {
  return startActiveObservation(
    call.name,
    async (tool) => {
      const output = await client.callTool(call);
      tool.update({ input: call.arguments, output });
      return output;
    },
    { asType: 'tool' },
  );
}
