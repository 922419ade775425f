// The same sessions as in sdks.mjs, each object instrumented by hand.
import * as client2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as server2 from '@modelcontextprotocol/server';
import { session } from './calls.cjs';
import { instrumentClient, instrumentServer } from './mcp.mjs';
import setup from './setup.cjs';

const { run, done } = setup;
const as = { client: instrumentClient, server: instrumentServer };
const v1 = { Client, McpServer, InMemoryTransport };
const v2 = {
  Client: client2.Client,
  McpServer: server2.McpServer,
  InMemoryTransport: client2.InMemoryTransport,
};

done({ first: await run(() => session(v1, as)), second: await run(() => session(v2, as)) });
