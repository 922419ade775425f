// node agent.mjs clean | quiet: an agent of Mastra, with the tools of an MCP server.
import './offline.mjs';
import { argv, execPath } from 'node:process';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { MCPClient } from '@mastra/mcp';
import { Observability } from '@mastra/observability';
import { OtelBridge } from '@mastra/otel-bridge';
import { trace } from '@opentelemetry/api';
import { PROMPTS, stdioServer } from 'example-scenario';
import { scriptedModel } from './model.mjs';
import { startTelemetry } from './telemetry.mjs';

const run = argv[2];
const provider = startTelemetry(`output/${run}`);
// Around Mastra's own spans, so that listing the tools and the agent's work are one run.
await trace.getTracer('agent').startActiveSpan('release-agent', async (span) => {
  try {
    await work();
  } finally {
    span.end();
  }
});
await provider.shutdown();

async function work() {
  const github = { command: execPath, args: [stdioServer, 'output/received.jsonl'] };
  const mcp = new MCPClient({ servers: { github } });
  const tools = await mcp.listTools();
  const agent = new Agent({
    id: 'release-agent',
    name: 'release-agent',
    instructions: 'You look after the releases of acme.',
    model: scriptedModel(run),
    tools,
  });
  // The bridge makes Mastra's spans through OpenTelemetry's own API. `@mastra/otel-exporter` does not: it sends spans
  // past every processor of the application.
  const configs = { otel: { serviceName: 'release-agent', bridge: new OtelBridge() } };
  const observability = new Observability({ configs });
  const mastra = new Mastra({ agents: { agent }, observability, logger: false });
  const { text } = await mastra.getAgent('agent').generate(PROMPTS[run], { maxSteps: 5 });
  await mcp.disconnect();
  await mastra.shutdown();
  console.log(text);
}
