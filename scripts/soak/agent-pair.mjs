// A client and a server of the official MCP SDK, connected in memory, both instrumented, and calls of every kind.
import { setImmediate } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';
import { z } from 'zod';

const TOOLS = ['add_deploy_key', 'lookup_order', 'change_role'];
const deep = (depth) => (depth === 0 ? 'x' : { inner: deep(depth - 1) });

const CALLS = [
  ['add_deploy_key', { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' }],
  ['add_deploy_key', { owner: 'org' }],
  ['lookup_order', { order: 'A-1', note: 'x'.repeat(20_000) }],
  ['lookup_order', deep(80)],
  ['lookup_order', Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`__proto__${at}`, at]))],
  ['change_role', { workspace: 'acme', user: 'u-1', role: 'admin', fail: true }],
  ['change_role', { workspace: 'acme', breaks: true }],
  ['no_such_tool', {}],
];

export async function connectedPair() {
  const server = new McpServer({ name: 'soak-server', version: '1.0.0' });
  const inputSchema = z.looseObject({ fail: z.boolean().optional(), breaks: z.boolean().optional() });
  for (const name of TOOLS) {
    server.registerTool(name, { inputSchema }, ({ fail, breaks }) => {
      if (breaks === true) throw new Error('the tool broke');
      return { content: [{ type: 'text', text: 'done' }], isError: fail === true };
    });
  }
  instrumentServer(server);
  const client = instrumentClient(new Client({ name: 'soak-agent', version: '1.0.0' }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  return {
    /** Every kind of call, half of them at once, one of them given up. Gives how many. */
    async callEverything() {
      const call = ([name, args], options) =>
        client.callTool({ name, arguments: args }, undefined, options).catch(() => undefined);
      await Promise.all(CALLS.slice(0, 4).map((one) => call(one)));
      for (const one of CALLS.slice(4)) await call(one);
      const given = new AbortController();
      const late = call(CALLS[0], { signal: given.signal });
      given.abort();
      await late;
      // The server hears of it, and ends its span, before the run ends.
      await setImmediate();
      return CALLS.length + 1;
    },
    async close() {
      await client.close();
      await server.close();
    },
  };
}
