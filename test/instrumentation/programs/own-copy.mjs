export { Client } from '@modelcontextprotocol/sdk/client/index.js';
export { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
