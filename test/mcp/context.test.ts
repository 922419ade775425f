import { type Context, context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registry } from '../../src/emitter/registry.ts';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { alwaysOff } from '../sdk/line.ts';
import { counted } from './support/attest-recorder.ts';
import { turn } from './support/deferred.ts';
import { type ClientPeer, connect, type HandlerExtra, type Params, type ServerPeer } from './support/kit.ts';
import { inHostSpan, startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

vi.mock('../../src/emitter/attest.ts', () => import('./support/attest-recorder.ts'));

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe.each([v1, v2])('trace context over SDK $major', (kit) => {
  let tracing: Tracing;
  let client: ClientPeer;
  let server: ServerPeer;
  /** What the handler of `tools/call` saw. */
  let seen: { active: Context; params: Params; extra: HandlerExtra } | undefined;

  async function start(options: { sampler?: unknown } = {}): Promise<void> {
    tracing = startTracing(options.sampler);
    client = instrumentClient(kit.client());
    server = instrumentServer(kit.server());
    kit.handle(server, 'tools/call', (params, extra) => {
      seen = { active: context.active(), params, extra };
      return { content: [] };
    });
    await connect(kit, client, server);
    tracing.reset();
    counted.length = 0;
  }

  beforeEach(() => {
    seen = undefined;
  });
  afterEach(async () => {
    await client.close();
    await tracing.close();
  });

  it('injects traceparent and baggage, and nothing where there is nothing', async () => {
    await start();
    const baggage = propagation.createBaggage({ tenant: { value: 'a' } });
    await context.with(propagation.setBaggage(context.active(), baggage), () =>
      kit.callTool(client, { name: 't' }),
    );
    const sent = tracing.span('tools/call t', SpanKind.CLIENT).spanContext();
    expect(seen?.extra.meta).toEqual({
      traceparent: `00-${sent.traceId}-${sent.spanId}-01`,
      baggage: 'tenant=a',
    });
    expect(propagation.getBaggage(seen?.active ?? context.active())?.getEntry('tenant')?.value).toBe('a');
  });

  it('passes tracestate on', async () => {
    await start();
    const remote = propagation.extract(context.active(), {
      traceparent: `00-${TRACE}-${PARENT}-01`,
      tracestate: 'vendor=1',
    });
    await context.with(remote, () => kit.callTool(client, { name: 't' }));
    expect(seen?.extra.meta).toMatchObject({ tracestate: 'vendor=1' });
  });

  it('never overwrites what is there, and mixes no two contexts', async () => {
    await start();
    const remote = propagation.extract(context.active(), {
      traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      tracestate: 'vendor=1',
      baggage: 'tenant=b',
    });
    const mine = { traceparent: `00-${TRACE}-${PARENT}-01`, baggage: 'tenant=a', 'com.example/k': 1 };
    await context.with(remote, () => kit.callTool(client, { name: 't', _meta: mine }));
    expect(seen?.extra.meta).toEqual(mine);
    expect(tracing.span('tools/call t', SpanKind.SERVER).parentSpanContext).toMatchObject({
      traceId: TRACE,
      spanId: PARENT,
      isRemote: true,
    });
  });

  it.each([
    ['numbers', { traceparent: 1, baggage: {} }],
    ['malformed', { traceparent: '00-zz-11-01' }],
  ])('keeps the ambient parent where the peer sends a context that is %s', async (_what, meta) => {
    await start();
    const [clientSide, serverSide] = kit.linkedPair();
    const lone = instrumentServer(kit.server());
    kit.handle(lone, 'x/echo', () => ({}));
    await lone.connect(serverSide);
    clientSide.onmessage = () => undefined;
    await clientSide.start();
    await inHostSpan('http', async () => {
      await clientSide.send({ jsonrpc: '2.0', id: 1, method: 'x/echo', params: { _meta: meta as Params } });
      await turn();
    });
    const received = tracing.span('x/echo');
    expect(received.parentSpanContext).toMatchObject({ spanId: tracing.span('http').spanContext().spanId });
    expect(received.links).toEqual([]);
    await lone.close();
  });

  it('takes the parent from a valid traceparent beside keys that are no text', async () => {
    await start();
    const meta = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 1, baggage: { tenant: 'a' } };
    await kit.callTool(client, { name: 't', _meta: meta });
    expect(tracing.span('tools/call t', SpanKind.SERVER).parentSpanContext?.spanId).toBe(PARENT);
  });

  it('links the ambient context where the peer gave the parent', async () => {
    await start();
    const meta = { traceparent: `00-${TRACE}-${PARENT}-01` };
    await inHostSpan('http', () => kit.callTool(client, { name: 't', _meta: meta }));
    const received = tracing.span('tools/call t', SpanKind.SERVER);
    expect(received.spanContext().traceId).toBe(TRACE);
    const ambient = tracing.span('tools/call t', SpanKind.CLIENT).spanContext();
    expect(received.links.map((link) => link.context.spanId)).toEqual([ambient.spanId]);
  });

  it('runs the handler inside the SERVER span and the transport inside the CLIENT span', async () => {
    await start();
    const transport = client.transport as { send(...args: unknown[]): Promise<void> };
    const send = transport.send.bind(transport);
    let during: string | undefined;
    transport.send = (...args) => {
      during ??= trace.getActiveSpan()?.spanContext().spanId;
      return send(...args);
    };
    await kit.callTool(client, { name: 't' });
    expect(during).toBe(tracing.span('tools/call t', SpanKind.CLIENT).spanContext().spanId);
    const inHandler = seen && trace.getSpan(seen.active)?.spanContext().spanId;
    expect(inHandler).toBe(tracing.span('tools/call t', SpanKind.SERVER).spanContext().spanId);
    expect(trace.getActiveSpan()).toBeUndefined();
  });

  it('keeps 100 parallel calls apart', async () => {
    await start();
    const calls = Array.from({ length: 100 }, (_, i) =>
      inHostSpan(`agent ${i}`, () => kit.callTool(client, { name: `t${i}`, arguments: { i } })),
    );
    await Promise.all(calls);
    for (let i = 0; i < 100; i++) {
      const agent = tracing.span(`agent ${i}`).spanContext();
      const sent = tracing.span(`tools/call t${i}`, SpanKind.CLIENT);
      const received = tracing.span(`tools/call t${i}`, SpanKind.SERVER);
      expect(sent.parentSpanContext?.spanId).toBe(agent.spanId);
      expect(received.parentSpanContext?.spanId).toBe(sent.spanContext().spanId);
      expect(registry().handOvers.get(sent.spanContext())).toMatchObject({ arguments: { i } });
    }
    expect(new Set(tracing.spans().map(({ attributes }) => attributes['jsonrpc.request.id'])).size).toBe(101);
  });

  it('counts each call once per side, in the trace it belongs to', async () => {
    await start();
    await inHostSpan('agent', () => kit.callTool(client, { name: 't' }));
    await client.ping();
    const spans = [
      tracing.span('tools/call t', SpanKind.CLIENT),
      tracing.span('tools/call t', SpanKind.SERVER),
    ];
    expect(counted).toEqual(
      spans.map((span) => ({ traceId: span.spanContext().traceId, spanContext: span.spanContext() })),
    );
  });

  it('counts calls that are not sampled, propagates that they are not, and hands nothing over', async () => {
    await start({ sampler: alwaysOff() });
    await kit.callTool(client, { name: 't' });
    expect(tracing.spans()).toEqual([]);
    expect(counted).toHaveLength(2);
    expect(new Set(counted.map(({ traceId }) => traceId)).size).toBe(1);
    const [sent] = counted;
    expect(seen?.extra.meta).toEqual({ traceparent: `00-${sent?.traceId}-${sent?.spanContext?.spanId}-00` });
    for (const { spanContext } of counted)
      expect(registry().handOvers.get(spanContext as object)).toBeUndefined();
  });

  it('counts calls under suppressed tracing and leaves the active span alone', async () => {
    await start();
    await inHostSpan('agent', async () => {
      const agent = trace.getActiveSpan();
      await context.with(suppressTracing(context.active()), () => kit.callTool(client, { name: 't' }));
      expect(seen && trace.getSpan(seen.active)).toBe(agent);
      expect(counted).toEqual(
        [1, 2].map(() => ({ traceId: agent?.spanContext().traceId, spanContext: undefined })),
      );
    });
    expect(seen?.extra.meta).toBeUndefined();
    expect(tracing.spans().map(({ name }) => name)).toEqual(['agent']);
  });

  it('leaves a span of another provider active where no SDK is registered, and proves nothing by it', async () => {
    await start();
    const foreign = trace.getTracer('host').startSpan('foreign');
    trace.disable();
    await context.with(trace.setSpan(context.active(), foreign), () => kit.callTool(client, { name: 't' }));
    expect(counted).toEqual(
      [1, 2].map(() => ({ traceId: foreign.spanContext().traceId, spanContext: undefined })),
    );
    expect(registry().handOvers.get(foreign.spanContext())).toBeUndefined();
  });

  it('counts the call whose span could not be made', async () => {
    await start();
    trace.disable();
    trace.setGlobalTracerProvider({
      getTracer() {
        throw new Error('no tracer');
      },
    });
    const ambient = { traceId: TRACE, spanId: PARENT, traceFlags: 1 };
    await context.with(trace.setSpanContext(context.active(), ambient), () =>
      kit.callTool(client, { name: 't' }),
    );
    expect(counted).toEqual([1, 2].map(() => ({ traceId: TRACE, spanContext: undefined })));
  });

  it('writes to nothing that the caller owns', async () => {
    await start();
    const params = Object.freeze({
      name: 't',
      arguments: Object.freeze({ a: 1 }),
      _meta: Object.freeze({ k: 1 }),
    });
    await kit.callTool(client, params);
    expect(params).toEqual({ name: 't', arguments: { a: 1 }, _meta: { k: 1 } });
    expect(seen?.extra.meta).toMatchObject({ k: 1, traceparent: expect.any(String) });
  });

  class Prepared {
    name = 't';
    toJSON() {
      return { name: 't' };
    }
  }
  it.each([
    ['of a class', new Prepared()],
    ['with a form of their own', { name: 't', toJSON: () => ({ name: 't' }) }],
  ])('passes params %s as they are', async (_what, params) => {
    await start();
    await kit.callTool(client, params as unknown as Params);
    expect(seen?.extra.meta).toBeUndefined();
    expect(tracing.spans('tools/call t')).toHaveLength(2);
  });
});
