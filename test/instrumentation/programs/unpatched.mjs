// What nobody patches, beside what is patched: a bundle's own copy, then another version, under the loader's hook.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { makeClient, session } from './calls.cjs';
import { instrumentClient } from './mcp.mjs';

const { run, done } = globalThis.setup;
const patched = { Client, McpServer, InMemoryTransport };

await session(patched);
const before = await run(() => session(patched));
const bundle = await import('./bundled.mjs');
instrumentClient(makeClient(bundle.Client));
const bundled = await run(() => session(patched));
await import('./newer/loads.mjs');
const newer = await run(() => session(patched));

done({ before, bundled, newer });
