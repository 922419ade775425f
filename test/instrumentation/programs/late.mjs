// ES modules that were loaded with the program itself, then a copy that is loaded under the hook.
import { createRequire, register } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { session } from './calls.cjs';
import { McpInstrumentation } from './instrumentation.mjs';
import setup from './setup.cjs';

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
new McpInstrumentation();
const { run, done } = setup;

const unseen = await run(() => session({ Client, McpServer, InMemoryTransport }));
const require = createRequire(import.meta.url);
const copy = {
  Client: require('@modelcontextprotocol/sdk/client/index.js').Client,
  McpServer: require('@modelcontextprotocol/sdk/server/mcp.js').McpServer,
  InMemoryTransport: require('@modelcontextprotocol/sdk/inMemory.js').InMemoryTransport,
};
await run(() => session(copy));
const seen = await run(() => session(copy));

done({ unseen, seen });
