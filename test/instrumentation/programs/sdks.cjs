// Both majors as CommonJS.
const { Client } = require('@modelcontextprotocol/sdk/client');
const { InMemoryTransport } = require('@modelcontextprotocol/sdk/inMemory.js');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const client2 = require('@modelcontextprotocol/client');
const server2 = require('@modelcontextprotocol/server');
const { session } = require('./calls.cjs');

const { run, done } = globalThis.setup;

(async () => {
  const first = await run(() => session({ Client, McpServer, InMemoryTransport }));
  const second = await run(() =>
    session({
      Client: client2.Client,
      McpServer: server2.McpServer,
      InMemoryTransport: client2.InMemoryTransport,
    }),
  );
  done({ first, second });
})();
