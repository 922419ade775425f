import { randomUUID } from 'node:crypto';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpClientV2,
} from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as HttpClientV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  createMcpHandler,
  inputRequired,
  Server as ServerV2,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { diag, SpanKind } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { ADD_KEY, BOTH, PING } from '../manifest/tools.ts';
import { type Loopback, listen, listenWeb } from './support/http.ts';
import type { ClientPeer, ServerPeer } from './support/kit.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

let tracing: Tracing;
let loopback: Loopback;
let client: ClientPeer;

beforeEach(() => {
  tracing = startTracing();
});
afterEach(async () => {
  await client.close();
  await loopback.close();
  await tracing.close();
});

const SESSIONS = [
  {
    kit: v1,
    async serve(server: ServerPeer) {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
      await server.connect(transport);
      return listen((request, response) => transport.handleRequest(request, response));
    },
    dial: (url: URL) => new HttpClientV1(url),
  },
  {
    kit: v2,
    async serve(server: ServerPeer) {
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
      await server.connect(transport);
      return listenWeb((request) => transport.handleRequest(request));
    },
    dial: (url: URL) => new HttpClientV2(url),
  },
];

describe.each(SESSIONS)('a session over Streamable HTTP, SDK $kit.major', ({ kit, serve, dial }) => {
  it('describes the connection, puts the server below the client and links the HTTP request', async () => {
    const server = instrumentServer(kit.server());
    kit.handle(server, 'tools/call', async (_params, extra) => {
      await extra.send('roots/list');
      return { content: [] };
    });
    client = instrumentClient(kit.client());
    kit.handle(client, 'roots/list', () => ({ roots: [] }));
    loopback = await serve(server);
    await client.connect(dial(loopback.url));
    await inHostSpan('agent', () => kit.callTool(client, { name: 't' }));
    const sessionId = (client.transport as { sessionId?: string }).sessionId;
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const connection = {
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      'mcp.session.id': sessionId,
      'mcp.protocol.version': kit.negotiated,
    };
    const address = { 'server.address': '127.0.0.1', 'server.port': Number(loopback.url.port) };
    const sent = tracing.span('tools/call t', SpanKind.CLIENT);
    const received = tracing.span('tools/call t', SpanKind.SERVER);
    expect(sent.attributes).toMatchObject({ ...connection, ...address });
    expect(received.attributes).toMatchObject(connection);
    expect(received.attributes).not.toHaveProperty('server.address');
    expect(sent.parentSpanContext?.spanId).toBe(tracing.span('agent').spanContext().spanId);
    expect(received.parentSpanContext).toMatchObject({ spanId: sent.spanContext().spanId, isRemote: true });
    const around = tracing.spans('POST /mcp').map((span) => span.spanContext().spanId);
    expect(received.links.map((link) => around.includes(link.context.spanId))).toEqual([true]);

    const asked = tracing.span('roots/list', SpanKind.CLIENT);
    const answered = tracing.span('roots/list', SpanKind.SERVER);
    expect(asked.attributes).toMatchObject(connection);
    expect(answered.attributes).toMatchObject(connection);
    expect(asked.parentSpanContext?.spanId).toBe(received.spanContext().spanId);
    expect(answered.parentSpanContext?.spanId).toBe(asked.spanContext().spanId);

    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      expect(tracing.span('initialize', kind).attributes).toMatchObject(connection);
    }
  });

  it('knows at both ends which manifest was listed', async () => {
    const server = instrumentServer(kit.server());
    kit.handle(server, 'tools/list', () => ({ tools: [ADD_KEY, PING] }));
    kit.handle(server, 'tools/call', () => ({ content: [] }));
    client = instrumentClient(kit.client());
    loopback = await serve(server);
    await client.connect(dial(loopback.url));
    await client.listTools();
    await kit.callTool(client, { name: 'ping' });
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      const span = tracing.span('tools/call ping', kind);
      expect(registry().handOvers.get(span.spanContext())?.declaredManifestDigest).toBe(BOTH);
    }
  });

  it('names a refusal by HTTP without content', async () => {
    client = instrumentClient(kit.client());
    loopback = await listen(async (_request, response) => {
      response.writeHead(503).end('canary-b0dy');
    });
    await expect(client.connect(dial(loopback.url))).rejects.toThrow();
    const span = tracing.span('initialize');
    expect(span.attributes['error.type']).toMatch(/^(503|CLIENT_HTTP_[A-Z_]+)$/);
    expect(span.attributes).not.toHaveProperty('rpc.response.status_code');
    expect(JSON.stringify([span.attributes, span.status, span.events])).not.toContain('canary');
  });
});

describe('the 2026-07-28 protocol of SDK 2.x over HTTP', () => {
  function modernClient(): ClientV2 {
    return new ClientV2(
      { name: 'agent', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
    );
  }

  it('spans each leg of a call that asks for input, side by side below the caller', async () => {
    const complaints: unknown[] = [];
    const complain = (...said: unknown[]) => complaints.push(said);
    diag.setLogger({ error: complain, warn: complain, info: complain, debug: () => {}, verbose: () => {} });
    complaints.length = 0;
    let legs = 0;
    const handler = createMcpHandler(() => {
      const server = instrumentServer(
        new ServerV2({ name: 'files', version: '1' }, { capabilities: { tools: {} } }),
      );
      server.setRequestHandler('tools/call', (_request, ctx) => {
        legs += 1;
        if (ctx.mcpReq.inputResponses !== undefined) return { content: [] };
        const requestedSchema = { type: 'object' as const, properties: {} };
        return inputRequired({
          inputRequests: { sure: inputRequired.elicit({ message: 'm', requestedSchema }) },
        });
      });
      return server;
    });
    loopback = await listenWeb((request) => handler.fetch(request));
    const modern = instrumentClient(modernClient());
    client = modern as unknown as ClientPeer;
    let embedded: string | undefined;
    modern.setRequestHandler('elicitation/create', async () => {
      embedded = await inHostSpan('embedded', async () => 'seen');
      return { action: 'accept', content: {} };
    });
    await modern.connect(new HttpClientV2(loopback.url));
    expect(modern.getProtocolEra()).toBe('modern');
    const params = Object.freeze({ name: 't', arguments: Object.freeze({}), _meta: Object.freeze({ k: 1 }) });
    await inHostSpan('agent', () => modern.callTool(params));
    expect([legs, embedded]).toEqual([2, 'seen']);

    const agent = tracing.span('agent').spanContext().spanId;
    const sent = tracing.spans('tools/call t').filter(({ kind }) => kind === SpanKind.CLIENT);
    const received = tracing.spans('tools/call t').filter(({ kind }) => kind === SpanKind.SERVER);
    expect(sent.map((span) => span.parentSpanContext?.spanId)).toEqual([agent, agent]);
    expect(tracing.span('embedded').parentSpanContext?.spanId).toBe(agent);
    expect(new Set(received.map((span) => span.parentSpanContext?.spanId))).toEqual(
      new Set(sent.map((span) => span.spanContext().spanId)),
    );
    expect(sent.map((span) => span.attributes['error.type'])).toEqual([undefined, undefined]);
    const order = tracing.spans().map((span) => span.spanContext().spanId);
    const embeddedEnd = order.indexOf(tracing.span('embedded').spanContext().spanId);
    const [first = '', second = ''] = sent.map((span) => span.spanContext().spanId);
    expect(order.indexOf(first)).toBeLessThan(embeddedEnd);
    expect(order.indexOf(second)).toBeGreaterThan(embeddedEnd);
    const version = modern.getNegotiatedProtocolVersion();
    for (const span of [...sent, ...received]) {
      expect(span.attributes).toMatchObject({
        'mcp.protocol.version': version,
        'network.transport': 'tcp',
        'network.protocol.name': 'http',
      });
      expect(span.attributes).not.toHaveProperty('mcp.session.id');
    }
    await handler.close();
    expect(complaints).toEqual([]);
    diag.disable();
  });

  it('knows at the client which manifest was listed, and not at a server that serves one request', async () => {
    const handler = createMcpHandler(() => {
      const server = instrumentServer(
        new ServerV2({ name: 'files', version: '1' }, { capabilities: { tools: {} } }),
      );
      server.setRequestHandler('tools/list', () => ({ tools: [ADD_KEY, PING] }) as never);
      server.setRequestHandler('tools/call', () => ({ content: [] }));
      return server;
    });
    loopback = await listenWeb((request) => handler.fetch(request));
    const modern = instrumentClient(modernClient());
    client = modern as unknown as ClientPeer;
    await modern.connect(new HttpClientV2(loopback.url));
    await modern.listTools();
    await modern.callTool({ name: 'ping' });
    const digest = (kind: SpanKind) =>
      registry().handOvers.get(tracing.span('tools/call ping', kind).spanContext())?.declaredManifestDigest;
    expect([digest(SpanKind.CLIENT), digest(SpanKind.SERVER)]).toEqual([BOTH, undefined]);
    await handler.close();
  });
});
