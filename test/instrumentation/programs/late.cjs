// A client that was loaded, made, connected and used before there was any instrumentation.
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { InMemoryTransport } = require('@modelcontextprotocol/sdk/inMemory.js');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { callTools, connect, makeClient, makeServer } = require('./calls.cjs');
const { run, done } = require('./setup.cjs');
const { McpInstrumentation } = require('./instrumentation.cjs');

(async () => {
  const client = makeClient(Client);
  await connect(client, makeServer(McpServer), InMemoryTransport);
  const across = await run(async () => {
    await callTools(client);
    new McpInstrumentation();
    await callTools(client);
  });
  const after = await run(() => callTools(client));
  done({ across, after });
})();
