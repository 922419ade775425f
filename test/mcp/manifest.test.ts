import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { SpanKind, trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { observeToolCall } from '../../src/index.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { ADD_KEY, BOTH, PING } from '../manifest/tools.ts';
import { deferred } from './support/deferred.ts';
import { connect, type Params } from './support/kit.ts';
import {
  closing,
  notify,
  observeSessions,
  paged,
  recordOf,
  session,
  sessionOf,
  whole,
} from './support/listing-session.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

const OTHER = `sha256:${'0'.repeat(64)}`;
const LIST_CHANGED = { method: 'notifications/tools/list_changed' };

observeSessions();

describe.each([
  [v1, v1],
  [v2, v2],
  [v1, v2],
  [v2, v1],
])('a client and a server of one connection', (kit, serverKit) => {
  const title = `SDK ${kit.major} and ${serverKit.major}`;

  it(`agree on the manifest that was listed: ${title}`, async () => {
    const { client, call } = await session(kit, whole, serverKit);
    expect(await call()).toEqual([undefined, undefined]);
    await client.listTools();
    expect(await call()).toEqual([BOTH, BOTH]);
    expect(await call()).toEqual([BOTH, BOTH]);
  });
});

describe.each([v1, v2])('a manifest over SDK $major', (kit) => {
  it('is known after the last page, and not before', async () => {
    const { list, call } = await session(kit, paged);
    await list();
    expect(await call()).toEqual([undefined, undefined]);
    await list({ cursor: 'second' });
    expect(await call()).toEqual([undefined, undefined]);
    await list({ cursor: '' });
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it('is known of as many pages as the client walks', async () => {
    const { client, call } = await session(kit, paged);
    await client.listTools();
    // 1.x asks for one page, 2.x for all.
    expect(await call()).toEqual(kit.major === '1.x' ? [undefined, undefined] : [BOTH, BOTH]);
  });

  it.each<[title: string, asked: readonly (Params | undefined)[]]>([
    ['the first page alone', [undefined]],
    ['the last page alone', [{ cursor: '' }]],
    ['not the first page', [{ cursor: 'second' }, { cursor: '' }]],
    ['not the second page', [undefined, { cursor: '' }]],
    [
      'pages of which the first was asked for with more than a cursor',
      [{ filter: 'x' }, { cursor: 'second' }, { cursor: '' }],
    ],
    [
      'pages of which one was asked for with more than a cursor',
      [undefined, { cursor: 'second', filter: 'x' }, { cursor: '' }],
    ],
  ])('is not known of %s', async (_title, asked) => {
    const { list, call } = await session(kit, paged);
    for (const params of asked) await list(params);
    expect(await call()).toEqual([undefined, undefined]);
  });

  it('is known where listings cross, since each starts anew', async () => {
    const { list, call } = await session(kit, paged);
    await Promise.all([list(), list()]);
    await Promise.all([list({ cursor: 'second' }), list({ cursor: 'second' })]);
    await Promise.all([list({ cursor: '' }), list({ cursor: '' })]);
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it('stays known where a page is listed again, and until another is whole', async () => {
    const { list, call } = await session(kit, paged);
    for (const params of [undefined, { cursor: 'second' }, { cursor: '' }, undefined]) await list(params);
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it('is unknown once the server says that it changed, and known when it is listed again', async () => {
    let tools: readonly object[] = [ADD_KEY, PING];
    const { server, list, call, settle } = await session(kit, () => ({ tools }));
    await list();
    await notify(server, LIST_CHANGED);
    await settle();
    expect(await call()).toEqual([undefined, undefined]);
    tools = [PING];
    await list();
    const [atClient, atServer] = await call();
    expect(atClient).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(atClient).not.toBe(BOTH);
    expect(atServer).toBe(atClient);
  });

  it.each(['notifications/prompts/list_changed', 'notifications/message'])(
    'stays known at %s',
    async (method) => {
      const { server, list, call, settle } = await session(kit, whole);
      await list();
      const params = method.endsWith('message') ? { params: { level: 'info', data: 'x' } } : {};
      await notify(server, { method, ...params });
      await settle();
      expect(await call()).toEqual([BOTH, BOTH]);
    },
  );

  it('is not known where it changed while it was listed', async () => {
    const { server, list, call } = await session(kit, paged);
    await list();
    await list({ cursor: 'second' });
    await notify(server, LIST_CHANGED);
    await list({ cursor: '' });
    expect(await call()).toEqual([undefined, undefined]);
  });

  it('is not known of an answer that was under way as it changed', async () => {
    const { promise, resolve } = deferred();
    const { server, list, call, settle } = await session(kit, async () => {
      await promise;
      return whole();
    });
    const listing = list();
    await settle();
    await notify(server, LIST_CHANGED);
    resolve();
    await listing;
    expect(await call()).toEqual([undefined, undefined]);
  });

  it('is what the application hands over, where it does', async () => {
    const { server, list, call } = await session(kit, whole);
    kit.handle(server, 'tools/call', () => {
      const span = trace.getActiveSpan();
      if (span !== undefined) observeToolCall(span, { declaredManifestDigest: OTHER });
      return { content: [] };
    });
    await list();
    expect(await call()).toEqual([BOTH, OTHER]);
  });

  it('is not known of another connection', async () => {
    const { client, server, list, call } = await session(kit, whole);
    await list();
    await client.close();
    await server.close();
    await connect(kit, client, server);
    expect(await call()).toEqual([undefined, undefined]);
    await list();
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it('is no matter of a call that a server makes of its client', async () => {
    const { client, server, list } = await session(kit, whole);
    client.fallbackRequestHandler = async () => ({ content: [] });
    await list();
    await kit.request(server, { method: 'tools/call', params: { name: 'ping' } });
    const digests = [SpanKind.CLIENT, SpanKind.SERVER].map((kind) => recordOf(kind).server);
    expect(digests).toEqual([
      { id: 'files', transport: 'mcp' },
      { id: 'files', transport: 'mcp' },
    ]);
  });
});

describe('McpServer', () => {
  it.each([
    ['1.x', v1, () => new McpServerV1({ name: 'high', version: '1' })],
    ['2.x', v2, () => new McpServerV2({ name: 'high', version: '1' })],
  ])(
    'of SDK %s lists what its client sees, and tells of every tool that it gets',
    async (_major, kit, create) => {
      const server = create() as McpServerV1;
      const inputSchema = z.object({ n: z.number().min(0.5).optional() }) as never;
      const register = (name: string) =>
        server.registerTool(
          name,
          { description: 'd', inputSchema, annotations: { readOnlyHint: true } },
          (() => ({
            content: [],
          })) as never,
        );
      register('ping');
      instrumentServer(server);
      const client = instrumentClient(kit.client());
      const [clientSide, serverSide] = kit.linkedPair();
      await Promise.all([server.connect(serverSide as never), client.connect(clientSide)]);
      closing(client);
      const { call, settle } = sessionOf(kit, client, server.server as never);
      await client.listTools();
      const [before, ...others] = await call();
      expect(before).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(others).toEqual([before]);
      register('other');
      await settle();
      expect(await call()).toEqual([undefined, undefined]);
      await client.listTools();
      const [after, atServer] = await call();
      expect(after).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(after).not.toBe(before);
      expect(atServer).toBe(after);
    },
  );
});

it('is what an older client is sent, where a server of SDK 2.x rewrites an output schema for it', async () => {
  const tools = [{ ...PING, outputSchema: { type: 'array', items: { type: 'string' } } }];
  const { client, call } = await session(v1, () => ({ tools }), v2);
  const listed = (await client.listTools()) as { tools: { outputSchema: object }[] };
  expect(listed.tools[0]?.outputSchema).toMatchObject({ type: 'object' });
  const [atClient, atServer] = await call();
  expect(atClient).toMatch(/^sha256:/);
  expect(atServer).toBe(atClient);
});
