// What the demo's agents have in common: telemetry, a root span that names the run, instrumented MCP clients.
// Each prints one line of JSON when it is done: how many calls it made, how many were let through to a server,
// which secrets crossed its connections, and what its own work returned.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SpanKind, trace } from '@opentelemetry/api';
import { instrumentClient } from 'assay-otel/mcp';
import { drawSecrets } from '../secrets.mjs';
import { tap } from '../tap.mjs';
import { startTelemetry } from '../telemetry.mjs';

/** What only a person can know of an agent: every MCP client in it is instrumented, and its trace is the run. */
const DECLARED = { attest: { instrumentation: 'configured' }, runIsTrace: true };

/** Runs `work` inside the root span of the run that DEMO_RUN names. */
export async function runAgent(name, work) {
  const telemetry = startTelemetry(name, DECLARED);
  const secrets = drawSecrets(process.env.DEMO_SEED);
  const crossed = new Set();
  const counts = { made: 0, forwarded: 0 };

  /** A client behind `layer`. The taps see what the agent says and hears, and what really goes out. */
  async function connect(transport, layer = (inner) => inner) {
    const client = instrumentClient(new Client({ name, version: '1.0.0' }));
    const outside = tap(transport, ({ method }) => {
      if (method === 'tools/call') counts.forwarded += 1;
    });
    await client.connect(tap(layer(outside), noteSecrets));
    return client;
  }

  /** Calls a tool; what it answers, or nothing where the call failed. */
  function call(client, tool, args, options) {
    counts.made += 1;
    return client.callTool({ name: tool, arguments: args }, undefined, options).catch(() => undefined);
  }

  function noteSecrets(message) {
    const text = JSON.stringify(message);
    for (const [secret, { value }] of Object.entries(secrets)) {
      if (text.includes(JSON.stringify(value).slice(1, -1))) crossed.add(secret);
    }
  }

  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': name,
    'assay.run.id': process.env.DEMO_RUN,
  };
  const result = await trace
    .getTracer(name)
    .startActiveSpan(`invoke_agent ${name}`, { kind: SpanKind.INTERNAL, attributes }, async (root) => {
      const value = await work({ connect, call, secrets, flush: telemetry.flush });
      root.end();
      return value;
    });
  await telemetry.shutdown();
  tell({ ...counts, crossed: [...crossed], ...result });
}

/** A transport to one of the demo's servers over stdio. */
export function stdio(name) {
  const script = fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => key.startsWith('OTEL_') || key === 'DEMO_SEED'),
  );
  return new StdioClientTransport({ command: process.execPath, args: [script], env });
}

/** Tells the demo something, as a line of JSON. */
export function tell(value) {
  console.log(JSON.stringify(value));
}
