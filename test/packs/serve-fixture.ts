import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ServedTools } from '../../scripts/packs/served-tools.ts';
import { instrumentClient } from '../../src/mcp/index.ts';

export interface ServedClient {
  listedTools(): Promise<readonly string[]>;
  call(tool: string, args: Readonly<Record<string, unknown>> | undefined): Promise<void>;
  close(): Promise<void>;
}

/** A server of the official SDK with the tools of a list, under a name, and an instrumented client of it. */
export async function serveFixture({ tools }: ServedTools, name: string): Promise<ServedClient> {
  const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as never }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
  const client = instrumentClient(new Client({ name: 'agent', version: '1.0.0' }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    listedTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    async call(tool, args) {
      // As `callTool` sends it, without its check of what the tool answers.
      const params = { name: tool, ...(args !== undefined && { arguments: args }) };
      await client.request({ method: 'tools/call', params }, CallToolResultSchema);
    },
    close: () => client.close(),
  };
}
