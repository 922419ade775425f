import { SpanKind } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { connect, type Params } from './support/kit.ts';
import { startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

describe.each([v1, v2])('arguments over SDK $major', (kit) => {
  let tracing: Tracing;
  beforeAll(() => {
    tracing = startTracing();
  });
  afterAll(() => tracing.close());

  const cyclic: Params = { a: 1 };
  cyclic.self = cyclic;

  /** Fails on any touch, so that whoever looks inside is found out. */
  const untouchable = new Proxy(
    {},
    new Proxy({} as ProxyHandler<object>, {
      get: (_target, trap) => () => {
        throw new Error(`touched by ${String(trap)}`);
      },
    }),
  );

  it.each([
    ['cyclic', cyclic],
    ['of ten megabytes', { text: 'x'.repeat(10_000_000) }],
    ['that no one may touch', untouchable],
    ['that are no object', 7],
    ['that are null', null],
  ])('%s are handed over by reference and never looked into', async (_what, args) => {
    const client = instrumentClient(kit.client());
    const server = instrumentServer(kit.server());
    // The fallback gets the request as it came: no schema of the SDK looks into it either.
    server.fallbackRequestHandler = async () => ({});
    await connect(kit, client, server);
    tracing.reset();
    await kit.request(client, { method: 'tools/call', params: { name: 't', arguments: args } });
    for (const kind of [SpanKind.CLIENT, SpanKind.SERVER]) {
      const span = tracing.span('tools/call t', kind);
      expect(registry().handOvers.get(span.spanContext())?.arguments === args).toBe(true);
      expect(Object.keys(span.attributes).filter((key) => key.includes('arguments'))).toEqual([]);
    }
    await client.close();
  });

  it('are absent where the call has none', async () => {
    const client = instrumentClient(kit.client());
    const server = kit.server();
    kit.handle(server, 'tools/call', () => ({ content: [] }));
    await connect(kit, client, server);
    tracing.reset();
    await kit.callTool(client, { name: 't' });
    expect(registry().handOvers.get(tracing.span('tools/call t').spanContext())).toEqual({
      toolName: 't',
      arguments: undefined,
      serverId: 'files',
    });
    await client.close();
  });
});
