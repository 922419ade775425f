// Disabled and enabled again while objects live; one of them is the application's own wish.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { callTools, connect, makeClient, makeServer, session } from './calls.cjs';
import { instrumentClient } from './mcp.mjs';

const { instrumentation, setup } = globalThis;
const { run, done } = setup;

const client = makeClient(Client);
const byHand = makeClient(Client);
const before = await run(async () => {
  await connect(client, makeServer(McpServer), InMemoryTransport);
  await connect(instrumentClient(byHand), makeServer(McpServer), InMemoryTransport);
});
instrumentation.disable();
const disabled = await run(() => callTools(client));
const disabledNew = await run(() => session({ Client, McpServer, InMemoryTransport }));
const disabledByHand = await run(() => callTools(byHand));
const across = await run(async () => {
  await callTools(client);
  instrumentation.enable();
  await callTools(client);
});
const again = await run(() => callTools(client));
const againNew = await run(() => session({ Client, McpServer, InMemoryTransport }));

done({ before, disabled, disabledNew, disabledByHand, across, again, againNew });
