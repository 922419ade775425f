// node agent.mjs clean | quiet: an agent of LangChain (which is a graph of LangGraph), with the tools of an MCP server.
import { deepEqual } from 'node:assert/strict';
import { argv, execPath } from 'node:process';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { trace } from '@opentelemetry/api';
import { CALLS, PROMPTS, stdioServer } from 'example-scenario';
import { createAgent } from 'langchain';
import { ScriptedModel } from './model.mjs';
import { startOpenInference } from './openinference.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const provider = startTelemetry(`output/${run}`);
const openInference = startOpenInference();
await trace.getTracer('agent').startActiveSpan('invoke_agent release-agent', async (span) => {
  span.setAttribute('gen_ai.operation.name', 'invoke_agent');
  try {
    await work();
  } finally {
    span.end();
  }
});
await provider.shutdown();

// OpenInference has the whole arguments; nothing of that is in `output/`.
const seen = openInference.toolSpans().map(({ attributes }) => JSON.parse(attributes['input.value']));
const made = run === 'clean' ? CALLS.map((call) => call.arguments) : [];
deepEqual(seen, made);
console.log(`OpenInference has ${seen.length} spans of tools, with all arguments.`);

async function work() {
  const github = { command: execPath, args: [stdioServer, 'output/received.jsonl'] };
  const adapters = new MultiServerMCPClient({ mcpServers: { github } });
  const agent = createAgent({ model: new ScriptedModel(run), tools: await adapters.getTools() });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: PROMPTS[run] }] });
  await adapters.close();
  console.log(messages.at(-1).content);
}
