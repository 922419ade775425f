// node agent.mjs clean | quiet: an agent of the OpenAI Agents SDK, with the tools of an MCP server.
import { argv, execPath } from 'node:process';
import { Agent, MCPServerStdio, Runner, setTracingDisabled } from '@openai/agents';
import { trace } from '@opentelemetry/api';
import { PROMPTS, stdioServer } from 'example-scenario';
import { scriptedModel } from './model.mjs';

const run = argv[2];
// The SDK's own traces are no OpenTelemetry, and would go to OpenAI.
setTracingDisabled(true);
await trace.getTracer('agent').startActiveSpan('invoke_agent release-agent', async (span) => {
  span.setAttribute('gen_ai.operation.name', 'invoke_agent');
  try {
    await work();
  } finally {
    span.end();
  }
});

async function work() {
  const args = [stdioServer, 'output/received.jsonl'];
  const server = new MCPServerStdio({ name: 'github', command: execPath, args });
  await server.connect();
  const agent = new Agent({ name: 'release-agent', model: scriptedModel(run), mcpServers: [server] });
  const { finalOutput } = await new Runner().run(agent, PROMPTS[run]);
  await server.close();
  console.log(finalOutput);
}
