// Both majors as ES modules, a copy of the package, objects instrumented by hand as well, and what rests.
import * as client2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as server2 from '@modelcontextprotocol/server';
import { callTools, connect, makeClient, makeServer, session } from './calls.cjs';
import * as copy from './instrumentation-copy.mjs';
import { instrumentClient, instrumentServer } from './mcp.mjs';

const { instrumentation, setup } = globalThis;
const { run, done, elsewhere } = setup;
const v1 = { Client, McpServer, InMemoryTransport };
const v2 = {
  Client: client2.Client,
  McpServer: server2.McpServer,
  InMemoryTransport: client2.InMemoryTransport,
};

const first = await run(() => session(v1));
const second = await run(() => session(v2));

const twice = await run(async () => {
  new copy.McpInstrumentation();
  for (const { Client, McpServer, InMemoryTransport } of [v1, v2]) {
    const client = instrumentClient(makeClient(Client));
    const server = makeServer(McpServer);
    await connect(client, server, InMemoryTransport);
    instrumentServer(server);
    instrumentClient(client);
    await callTools(client);
  }
});

const provider = elsewhere();
instrumentation.setTracerProvider(provider);
const other = await run(() => session(v1));
const toOther = provider.seen();
instrumentation.setTracerProvider(setup.provider);

done({ first, second, twice, other, toOther });
