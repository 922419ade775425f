import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { VERSION } from '../../src/version.ts';
import { type ClientPeer, connect, type ServerPeer } from './support/kit.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

const CANARY = 'canary-3f9a';

describe.each([v1, v2])('spans over SDK $major', (kit) => {
  let tracing: Tracing;
  let client: ClientPeer;
  let server: ServerPeer;

  beforeAll(() => {
    tracing = startTracing();
  });
  afterEach(async () => {
    await client.close();
    tracing.reset();
  });
  afterAll(() => tracing.close());

  async function start(): Promise<void> {
    client = instrumentClient(kit.client());
    server = instrumentServer(kit.server());
    kit.handle(server, 'tools/call', () => ({ content: [{ type: 'text', text: CANARY }] }));
    kit.handle(server, 'tools/list', () => ({ tools: [] }));
    kit.handle(server, 'prompts/get', () => ({ messages: [] }));
    kit.handle(server, 'resources/read', () => ({ contents: [] }));
    await connect(kit, client, server);
  }

  it('names and describes a tool call on both sides, the server below the client', async () => {
    await start();
    tracing.reset();
    const args = { owner: CANARY };
    await inHostSpan('agent', () => kit.callTool(client, { name: 'add_deploy_key', arguments: args }));
    const sent = tracing.span('tools/call add_deploy_key', SpanKind.CLIENT);
    const received = tracing.span('tools/call add_deploy_key', SpanKind.SERVER);
    const expected = {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add_deploy_key',
      'mcp.protocol.version': kit.negotiated,
      'jsonrpc.request.id': '1',
    };
    expect(sent.attributes).toEqual(expected);
    expect(received.attributes).toEqual(expected);
    expect(received.parentSpanContext).toMatchObject({ ...ids(sent), isRemote: true });
    expect(sent.parentSpanContext).toMatchObject(ids(tracing.span('agent')));
    expect(received.links).toEqual([]);
    for (const span of [sent, received]) {
      expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
      expect(span.events).toEqual([]);
      expect(span.instrumentationScope).toMatchObject({ name: 'assay-otel/mcp', version: VERSION });
      expect(registry().handOvers.get(span.spanContext())).toEqual({
        toolName: 'add_deploy_key',
        arguments: args,
        serverId: 'files',
      });
    }
    expect(JSON.stringify(tracing.spans().map(plain))).not.toContain(CANARY);
  });

  it('covers what the SDK sends by itself and leaves notifications out', async () => {
    await start();
    await client.ping();
    await server.ping();
    await client.listTools();
    expect(tracing.spans().map(({ kind, name }) => `${SpanKind[kind]} ${name}`)).toEqual([
      'SERVER initialize',
      'CLIENT initialize',
      'SERVER ping',
      'CLIENT ping',
      'SERVER ping',
      'CLIENT ping',
      'SERVER tools/list',
      'CLIENT tools/list',
    ]);
    for (const span of tracing.spans('initialize')) {
      expect(span.attributes).toEqual({
        'mcp.method.name': 'initialize',
        'mcp.protocol.version': kit.negotiated,
        'jsonrpc.request.id': '0',
      });
    }
  });

  it('names the prompt and keeps the resource URI to itself', async () => {
    await start();
    await kit.request(client, { method: 'prompts/get', params: { name: 'review' } });
    await kit.request(client, { method: 'resources/read', params: { uri: `file:///${CANARY}` } });
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      expect(tracing.span('prompts/get review', kind).attributes).toMatchObject({
        'gen_ai.prompt.name': 'review',
      });
      expect(tracing.span('prompts/get review', kind).attributes).not.toHaveProperty('gen_ai.operation.name');
      expect(JSON.stringify(plain(tracing.span('resources/read', kind)))).not.toContain(CANARY);
    }
  });

  it('makes CLIENT spans on the server and SERVER spans on the client for server-initiated requests', async () => {
    await start();
    kit.handle(client, 'roots/list', () => ({ roots: [] }));
    kit.handle(client, 'sampling/createMessage', () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: CANARY },
    }));
    kit.handle(client, 'elicitation/create', () => ({ action: 'decline' }));
    kit.handle(server, 'tools/call', async (_params, extra) => {
      await extra.send('roots/list');
      await extra.send('sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: CANARY } }],
        maxTokens: 1,
      });
      await extra.send('elicitation/create', {
        mode: 'form',
        message: CANARY,
        requestedSchema: { type: 'object', properties: {} },
      });
      return { content: [] };
    });
    await kit.callTool(client, { name: 'ask' });
    const call = tracing.span('tools/call ask', SpanKind.SERVER);
    for (const name of ['roots/list', 'sampling/createMessage', 'elicitation/create']) {
      const asked = tracing.span(name, SpanKind.CLIENT);
      expect(asked.parentSpanContext).toMatchObject(ids(call));
      expect(tracing.span(name, SpanKind.SERVER).parentSpanContext).toMatchObject(ids(asked));
    }
    expect(JSON.stringify(tracing.spans().map(plain))).not.toContain(CANARY);
  });

  it('keeps a method that no name looks like out of name and attributes', async () => {
    await start();
    const method = `${CANARY} `.repeat(40);
    await expect(kit.request(client, { method })).rejects.toThrow();
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      expect(tracing.span('_OTHER', kind).attributes['mcp.method.name']).toBe('_OTHER');
    }
  });
});

function ids(span: { spanContext(): { traceId: string; spanId: string } }) {
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

function plain({ name, attributes, events, links, status }: SdkReadableSpan): unknown {
  return { name, attributes, events, links, status };
}
