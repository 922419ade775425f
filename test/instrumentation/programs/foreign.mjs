// Beside Traceloop's instrumentation, hooked as ours is, and Sentry's wrapping of a server.
import { createRequire } from 'node:module';
import { callTools, connect, makeClient, makeServer } from './calls.cjs';
import { instrumentClient } from './mcp.mjs';

const { run, done, provider } = globalThis.setup;
const require = createRequire(import.meta.url);
const { McpInstrumentation } = require('@traceloop/instrumentation-mcp');
const Sentry = require('@sentry/node');
const traceloop = new McpInstrumentation();
traceloop.setTracerProvider(provider);
Sentry.init({
  dsn: 'https://public@sentry.invalid/1',
  tracesSampleRate: 1,
  defaultIntegrations: false,
  skipOpenTelemetrySetup: true,
  transport: () => ({ send: async () => ({}), flush: async () => true }),
});
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js');

const calls = async () => {
  const client = makeClient(Client);
  const server = Sentry.wrapMcpServerWithSentry(makeServer(McpServer));
  await connect(client, server, InMemoryTransport);
  await callTools(instrumentClient(client));
  await client.close();
};
const sentry = await run(calls);
traceloop.manuallyInstrument({ Client });
const both = await run(calls);

done({ sentry, both });
