// node agent.mjs clean | quiet: an agent of the Vercel AI SDK 7, with the tools of an MCP server.
import { argv, execPath } from 'node:process';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { OpenTelemetry } from '@ai-sdk/otel';
import { trace } from '@opentelemetry/api';
import { generateText, isStepCount } from 'ai';
import { PROMPTS, stdioServer } from 'example-scenario';
import { scriptedModel } from './model.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const provider = startTelemetry(`output/${run}`);
// One span around everything: the MCP client connects and lists its tools outside of the AI SDK's own spans.
await trace.getTracer('agent').startActiveSpan('invoke_agent release-agent', async (span) => {
  span.setAttribute('gen_ai.operation.name', 'invoke_agent');
  try {
    await work();
  } finally {
    span.end();
  }
});
await provider.shutdown();

async function work() {
  const server = { command: execPath, args: [stdioServer, 'output/received.jsonl'] };
  const client = await createMCPClient({ transport: new StdioMCPTransport(server) });
  const { text } = await generateText({
    model: scriptedModel(run),
    tools: await client.tools(),
    prompt: PROMPTS[run],
    stopWhen: isStepCount(5),
    // In version 7 an integration makes the spans; without it there are none.
    telemetry: { integrations: [new OpenTelemetry()] },
  });
  await client.close();
  console.log(text);
}
