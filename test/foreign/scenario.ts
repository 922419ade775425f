import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

/** The same five calls, whoever instruments client or server; arguments as a real caller would send them. */
const CALLS = [
  {
    name: 'add_deploy_key',
    arguments: { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' },
  },
  { name: 'add_deploy_key', arguments: { owner: 'org' } },
  { name: 'add_member', arguments: { workspace_id: 'T0123', user_id: 'alice@example.com' } },
  {
    name: 'change_role',
    arguments: { workspace: 'acme', user: 'bob@example.com', role: 'admin', fail: true },
  },
  { name: 'search', arguments: { query: 'anything', token: 'not stored' } },
] as const;

export const SERVER_NAME = 'foreign-server';

export function makeServer(): McpServer {
  const server = new McpServer({ name: SERVER_NAME, version: '1.0.0' });
  for (const name of new Set(CALLS.map((call) => call.name))) {
    server.registerTool(name, { inputSchema: z.looseObject({ fail: z.boolean().optional() }) }, (args) => ({
      content: [{ type: 'text' as const, text: 'done' }],
      isError: args.fail === true,
    }));
  }
  return server;
}

export function makeClient(): Client {
  return new Client({ name: 'foreign-client', version: '1.0.0' });
}

/** Connects the two in memory and makes the five calls, one after the other. */
export async function runScenario(client: Client, server: McpServer): Promise<void> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  for (const call of CALLS) await client.callTool({ name: call.name, arguments: call.arguments });
  await client.close();
  await server.close();
}
