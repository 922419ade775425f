// Clients of `@ai-sdk/mcp`, imported and required, at a server of the official SDK.
import { createRequire } from 'node:module';
import { createMCPClient } from '@ai-sdk/mcp';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { makeServer } from '../calls.cjs';

const { instrumentation, setup } = globalThis;
const { run, done } = setup;
const required = createRequire(import.meta.url)('@ai-sdk/mcp');
const ARGUMENTS = { owner: 'org', repo: 'prod', title: 'ci-key', read_only: false, key: 'k' };

async function connected(create) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await makeServer(McpServer).connect(serverSide);
  return create({ transport: clientSide });
}

const call = (tools, args) => tools.add_deploy_key.execute(args, { messages: [], toolCallId: '1' });

async function session(create) {
  const client = await connected(create);
  const tools = await client.tools();
  await call(tools, ARGUMENTS);
  await call(tools, { ...ARGUMENTS, fail: true });
  return client;
}

const imported = await run(() => session(createMCPClient));
const requiredToo = await run(() => session(required.createMCPClient));
const client = await connected(createMCPClient);
const failing = await run(async () => {
  await client.tools();
  await client.close();
  await client.listTools().catch(() => undefined);
});
const living = await connected(createMCPClient);
instrumentation.disable();
const disabled = await run(() => living.listTools());

done({ imported, requiredToo, failing, disabled });
