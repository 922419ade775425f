import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { diag, SpanKind, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { VERSION } from '../../src/version.ts';
import { attested } from './support/attest-recorder.ts';
import { type ClientPeer, connect, type ServerPeer } from './support/kit.ts';
import { startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

vi.mock('../../src/emitter/attest.ts', () => import('./support/attest-recorder.ts'));

let tracing: Tracing;
const warnings: string[] = [];

beforeEach(() => {
  tracing = startTracing();
  attested.length = 0;
  warnings.length = 0;
  const silent = () => undefined;
  diag.setLogger({
    error: silent,
    info: silent,
    debug: silent,
    verbose: silent,
    warn: (text) => warnings.push(text),
  });
});
afterEach(async () => {
  diag.disable();
  await tracing.close();
});

describe.each([v1, v2])('instrumenting objects of SDK $major', (kit) => {
  const kinds = () => tracing.spans().map(({ kind, name }) => `${SpanKind[kind]} ${name}`);
  const open: { close(): Promise<void> }[] = [];

  afterEach(() => Promise.all(open.splice(0).map((peer) => peer.close())));

  async function link(client: ClientPeer, server: ServerPeer): Promise<void> {
    open.push(client);
    await connect(kit, client, server);
  }

  it('returns the same objects and vouches for each, once', () => {
    const client = kit.client();
    const server = kit.server();
    expect([instrumentClient(client), instrumentServer(server)]).toEqual([client, server]);
    instrumentClient(client);
    instrumentServer(server);
    const base = { scope: 'assay-otel/mcp', version: VERSION, basis: 'installed', covers: 'object' };
    expect(attested).toEqual([
      { ...base, vantage: 'client' },
      { ...base, vantage: 'server' },
    ]);
  });

  it('makes one span of a call however often and by how many copies it is instrumented', async () => {
    vi.resetModules();
    const copy = await import('../../src/mcp/index.ts');
    expect(copy.instrumentClient).not.toBe(instrumentClient);
    const client = instrumentClient(copy.instrumentClient(instrumentClient(kit.client())));
    const server = instrumentServer(copy.instrumentServer(instrumentServer(kit.server())));
    kit.handle(server, 'tools/call', () => ({ content: [] }));
    await link(client, server);
    tracing.reset();
    await kit.callTool(client, { name: 't' });
    expect(kinds()).toEqual(['SERVER tools/call t', 'CLIENT tools/call t']);
  });

  it('covers objects that are connected and have their handlers already', async () => {
    const client = kit.client();
    const server = kit.server();
    kit.handle(server, 'tools/call', () => ({ content: [] }));
    await link(client, server);
    instrumentClient(client);
    instrumentServer(server);
    await kit.callTool(client, { name: 't' });
    expect(kinds()).toEqual(['SERVER tools/call t', 'CLIENT tools/call t']);
    // 1.x keeps no public trace of what was negotiated before.
    const version = kit.major === '1.x' ? undefined : kit.negotiated;
    for (const { attributes } of tracing.spans()) expect(attributes['mcp.protocol.version']).toBe(version);
  });

  it('runs a handler that throws at once no second time', async () => {
    const client = kit.client();
    const server = instrumentServer(kit.server());
    const fallback = vi.fn(() => {
      throw kit.protocolError(-32602);
    });
    server.fallbackRequestHandler = fallback;
    await link(client, server);
    await expect(kit.request(client, { method: 'x/one' })).rejects.toMatchObject({ code: -32602 });
    expect(fallback).toHaveBeenCalledOnce();
  });

  it('covers handlers that are replaced, removed, and the fallback, and shows the host its own', async () => {
    const client = kit.client();
    const server = instrumentServer(kit.server());
    await link(client, server);
    tracing.reset();
    const internals = server as unknown as {
      _requestHandlers: Map<string, unknown>;
      removeRequestHandler(method: string): void;
    };
    kit.handle(server, 'x/one', () => ({ by: 'first' }));
    kit.handle(server, 'x/one', () => ({ by: 'second' }));
    const registered = internals._requestHandlers.get('x/one');
    expect(await kit.request(client, { method: 'x/one' })).toMatchObject({ by: 'second' });
    expect(internals._requestHandlers.get('x/one')).toBe(registered);

    const fallback = async () => ({ by: 'fallback' });
    server.fallbackRequestHandler = fallback;
    internals.removeRequestHandler('x/one');
    expect(await kit.request(client, { method: 'x/one' })).toMatchObject({ by: 'fallback' });
    expect(server.fallbackRequestHandler).toBe(fallback);
    expect(internals._requestHandlers.get('x/one')).toBeUndefined();
    expect(kinds()).toEqual(['SERVER x/one', 'SERVER x/one']);
    for (const { attributes } of tracing.spans())
      expect(attributes).not.toHaveProperty('rpc.response.status_code');
  });

  it('follows a client from one connection to the next', async () => {
    const client = instrumentClient(kit.client());
    for (const round of [1, 2]) {
      const server = kit.server();
      await link(client, server);
      await client.ping();
      await client.close();
      expect(tracing.spans('ping')).toHaveLength(round);
    }
    expect(tracing.spans('initialize')).toHaveLength(2);
  });

  it('does not say the version of one connection of the next', async () => {
    const client = instrumentClient(kit.client());
    const server = instrumentServer(kit.server());
    await link(client, server);
    await client.close();
    const [clientSide, serverSide] = kit.linkedPair();
    await server.connect(serverSide);
    serverSide.send = () => Promise.reject(new Error('lost'));
    tracing.reset();
    await expect(client.connect(clientSide, { timeout: 5 })).rejects.toThrow();
    expect(tracing.span('initialize', SpanKind.CLIENT).attributes).not.toHaveProperty('mcp.protocol.version');
    await server.close();
  });

  it('makes no span where there is no connection', async () => {
    const client = instrumentClient(kit.client());
    await expect(client.ping()).rejects.toThrow('Not connected');
    expect(tracing.spans()).toEqual([]);
  });

  it('adds no property that the host can enumerate', () => {
    const client = kit.client();
    const before = Object.keys(client);
    instrumentClient(client);
    expect(Object.keys(client)).toEqual(before);
  });

  it('lets the host replace request after us', async () => {
    const client = instrumentClient(kit.client());
    const own = vi.fn(() => Promise.resolve({}));
    (client as { request: unknown }).request = own;
    await client.ping();
    expect(own).toHaveBeenCalledOnce();
  });
});

describe('McpServer', () => {
  it.each([
    ['1.x', v1, () => new McpServerV1({ name: 'high', version: '1' }, { capabilities: { tools: {} } })],
    ['2.x', v2, () => new McpServerV2({ name: 'high', version: '1' }, { capabilities: { tools: {} } })],
  ])('of SDK %s is instrumented as the server it holds', async (_major, kit, create) => {
    const server = create();
    expect(instrumentServer(server)).toBe(server);
    instrumentServer(server.server as never);
    const active: (string | undefined)[] = [];
    const spanId = () => trace.getActiveSpan()?.spanContext().spanId;
    (server as McpServerV1).registerTool(
      'add',
      { inputSchema: z.object({ n: z.number() }) as never },
      (() => {
        active.push(spanId());
        return { content: [] };
      }) as never,
    );
    (server as McpServerV1).registerTool('fail', {}, () => {
      throw new Error('canary');
    });
    const client = kit.client();
    const [clientSide, serverSide] = kit.linkedPair();
    await Promise.all([server.connect(serverSide as never), client.connect(clientSide)]);
    await kit.callTool(client, { name: 'add', arguments: { n: 1 } });
    await kit.callTool(client, { name: 'fail' });
    expect(active).toEqual([tracing.span('tools/call add').spanContext().spanId]);
    expect(tracing.span('tools/call fail').attributes['error.type']).toBe('tool_error');
    expect(attested).toHaveLength(1);
    await client.close();
  });
});

describe('what is no object of a known SDK', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'x'],
    ['an empty object', {}],
    [
      'a client without internals',
      { request: () => Promise.resolve(), getServerVersion: (): unknown => undefined },
    ],
    ['a frozen client', Object.freeze(v1.client())],
  ])('%s comes back as it was, vouches for nothing and is told of', (_what, value) => {
    expect(instrumentClient(value as never)).toBe(value);
    expect(attested).toEqual([]);
  });

  it('is said through diag', () => {
    instrumentClient({ request: () => Promise.resolve(), getServerVersion: (): unknown => undefined });
    expect(warnings).toEqual([
      'assay-otel/mcp: not a client of an MCP SDK version that is known here; it is not instrumented',
    ]);
  });
});
