import { SpanKind } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { BOTH, PING } from '../manifest/tools.ts';
import { deferred } from './support/deferred.ts';
import { connect, type Params, type Transport } from './support/kit.ts';
import { closing, observeSessions, recordOf, session, sessionOf, whole } from './support/listing-session.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

observeSessions();

describe.each([v1, v2])('a manifest that cannot be known, over SDK $major', (kit) => {
  const cyclic: Params = { name: 'cyclic' };
  cyclic.inputSchema = cyclic;
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level += 1) deep = { deep };

  it.each<[title: string, answer: unknown]>([
    ['no tools', {}],
    ['tools that are none', { tools: 'x' }],
    ['a tool without a name', { tools: [PING, { inputSchema: {} }] }],
    ['a cycle', { tools: [cyclic] }],
    ['what nests deep', { tools: [{ ...PING, inputSchema: deep }] }],
    ['a big integer', { tools: [{ ...PING, annotations: { n: 1n } }] }],
    ['a prototype', { tools: [JSON.parse('{"__proto__":{"name":"x"}}')] }],
    ['ten thousand tools', { tools: Array(10_000).fill(PING) }],
    ['a cursor that is none', { ...whole(), nextCursor: { a: 1 } }],
    ['a cursor that is null', { ...whole(), nextCursor: null }],
  ])('is unknown, and the host goes on, after an answer with %s', async (_title, hostile) => {
    const answers: unknown[] = [whole(), hostile, whole()];
    const client = instrumentClient(kit.client());
    const server = instrumentServer(kit.server());
    // The fallback's answer goes out as it is; no schema of ours reads it.
    server.fallbackRequestHandler = async (request: { method: string }) =>
      request.method === 'tools/list' ? answers.shift() : { content: [] };
    await connect(kit, client, server);
    closing(client, server);
    const { list, call } = sessionOf(kit, client, server);
    await list();
    expect(await call()).toEqual([BOTH, BOTH]);
    await list().catch(() => undefined);
    const [atClient, atServer] = await call();
    expect(atServer).toBeUndefined();
    // An answer that never came leaves the client with what it knew.
    expect([undefined, BOTH]).toContain(atClient);
    await list();
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it('is unknown after an answer that was given up, since it was never sent', async () => {
    const { promise, resolve } = deferred();
    const { client, call, settle } = await session(kit, async () => {
      await promise;
      return whole();
    });
    const controller = new AbortController();
    const listing = kit.request(client, { method: 'tools/list' }, { signal: controller.signal });
    await settle();
    controller.abort('enough');
    await expect(listing).rejects.toThrow();
    await settle();
    resolve();
    await settle();
    expect(await call()).toEqual([undefined, undefined]);
  });

  it('stays as it was where listing fails', async () => {
    let fails = false;
    const { list, call } = await session(kit, () => {
      if (fails) throw kit.protocolError(-32000);
      return whole();
    });
    await list();
    fails = true;
    await expect(list()).rejects.toThrow();
    expect(await call()).toEqual([BOTH, BOTH]);
  });

  it.each([
    ['the client of notices', 'client', ['_onnotification'], [undefined, BOTH]],
    ['the server of notices', 'server', ['notification', '_notificationViaCodec'], [BOTH, undefined]],
  ] as const)(
    'is unknown where the SDK tells %s by no method that is known',
    async (_what, at, keys, digests) => {
      const client = kit.client();
      const server = kit.server();
      const peer = at === 'client' ? client : server;
      for (const key of keys) Object.defineProperty(peer, key, { value: undefined, configurable: true });
      instrumentClient(client);
      instrumentServer(server);
      for (const key of keys) delete (peer as unknown as Record<string, unknown>)[key];
      kit.handle(server, 'tools/list', whole);
      kit.handle(server, 'tools/call', () => ({ content: [] }));
      await connect(kit, client, server);
      closing(client, server);
      const { list, call } = sessionOf(kit, client, server);
      await list();
      expect(await call()).toEqual(digests);
    },
  );

  it('is unknown where a transport answers before it has sent', async () => {
    const client = instrumentClient(kit.client());
    const serverInfo = { name: 'files', version: '1' };
    const initialized = { protocolVersion: kit.negotiated, capabilities: { tools: {} }, serverInfo };
    const results: Record<string, unknown> = {
      initialize: initialized,
      'tools/list': whole(),
      'tools/call': { content: [] },
    };
    const transport: Transport = {
      start: async () => undefined,
      close: async () => transport.onclose?.(),
      async send({ id, method = '' }) {
        if (id !== undefined) transport.onmessage?.({ jsonrpc: '2.0', id, result: results[method] });
      },
    };
    await client.connect(transport);
    closing(client);
    expect(await kit.request(client, { method: 'tools/list' })).toEqual(whole());
    await kit.request(client, { method: 'tools/call', params: { name: 'ping' } });
    expect(recordOf(SpanKind.CLIENT).server).toEqual({ id: 'files', transport: 'mcp' });
  });
});
