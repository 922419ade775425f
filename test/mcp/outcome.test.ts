import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import { deferred, turn } from './support/deferred.ts';
import { type ClientPeer, connect, type Message, type ServerPeer, type Transport } from './support/kit.ts';
import { startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

const CANARY = 'canary-77aa';

/** What a span says of how its request ended. */
function outcome({ attributes, status }: SdkReadableSpan) {
  return {
    type: attributes['error.type'],
    code: attributes['rpc.response.status_code'],
    error: status.code === SpanStatusCode.ERROR,
    message: status.message,
  };
}

const FINE = { type: undefined, code: undefined, error: false, message: undefined };
const failed = (type: string, code?: string) => ({ type, code, error: true, message: undefined });
const refused = (code: string) => ({ type: undefined, code, error: false, message: undefined });

describe.each([v1, v2])('how a request ended, over SDK $major', (kit) => {
  let tracing: Tracing;
  let client: ClientPeer;
  let server: ServerPeer;

  beforeAll(() => {
    tracing = startTracing();
  });
  beforeEach(async () => {
    client = instrumentClient(kit.client());
    server = instrumentServer(kit.server());
    await connect(kit, client, server);
    tracing.reset();
  });
  afterEach(async () => {
    await client.close();
    tracing.reset();
  });
  afterAll(() => tracing.close());

  const ofClient = (name: string) => outcome(tracing.span(name, SpanKind.CLIENT));
  const ofServer = (name: string) => outcome(tracing.span(name, SpanKind.SERVER));

  it('leaves a success unset', async () => {
    kit.handle(server, 'tools/call', () => ({ content: [] }));
    await kit.callTool(client, { name: 't' });
    expect([ofClient('tools/call t'), ofServer('tools/call t')]).toEqual([FINE, FINE]);
  });

  it('calls a result with isError a tool error, without a word of it', async () => {
    kit.handle(server, 'tools/call', () => ({ content: [{ type: 'text', text: CANARY }], isError: true }));
    await kit.callTool(client, { name: 't' });
    expect([ofClient('tools/call t'), ofServer('tools/call t')]).toEqual([
      failed('tool_error'),
      failed('tool_error'),
    ]);
  });

  it.each([
    [-32603, failed('-32603', '-32603')],
    [-32000, failed('-32000', '-32000')],
    [-32099, failed('-32099', '-32099')],
    [-32602, refused('-32602')],
    [-32601, refused('-32601')],
    [-32600, refused('-32600')],
    [-32100, refused('-32100')],
    [1, refused('1')],
  ])('marks the JSON-RPC error %d by the rules of each side', async (code, onServer) => {
    kit.handle(server, 'prompts/get', () => {
      throw kit.protocolError(code);
    });
    await expect(kit.request(client, { method: 'prompts/get', params: { name: 'p' } })).rejects.toThrow();
    expect(ofClient('prompts/get p')).toEqual(failed(String(code), String(code)));
    expect(ofServer('prompts/get p')).toEqual(onServer);
  });

  it.each([
    ['an error without a code', () => new TypeError(CANARY)],
    ['an error with a code that is no number', () => Object.assign(new Error(CANARY), { code: 'ENOENT' })],
    ['an object', () => ({ message: CANARY })],
  ])('takes %s for an internal error, as the SDK does', async (_what, thrown) => {
    kit.handle(server, 'prompts/get', () => {
      throw thrown();
    });
    await expect(kit.request(client, { method: 'prompts/get', params: { name: 'p' } })).rejects.toThrow();
    expect(ofServer('prompts/get p')).toEqual(failed('-32603', '-32603'));
    expect(ofClient('prompts/get p')).toEqual(failed('-32603', '-32603'));
    expect(tracing.spans().flatMap(({ events }) => events)).toEqual([]);
  });

  it('tells a request that nothing serves', async () => {
    await expect(kit.request(client, { method: 'tools/call', params: { name: 't' } })).rejects.toThrow();
    expect(ofClient('tools/call t')).toEqual(failed('-32601', '-32601'));
    expect(ofServer('tools/call t')).toEqual(refused('-32601'));
  });

  it('marks what the caller cancelled on both sides', async () => {
    const running = deferred();
    const aborted = deferred();
    kit.handle(server, 'tools/call', async (_params, { signal }) => {
      running.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.resolve();
      return { content: [] };
    });
    const controller = new AbortController();
    const call = kit.callTool(client, { name: 't' }, { signal: controller.signal });
    await running.promise;
    controller.abort(CANARY);
    await expect(call).rejects.toThrow();
    await aborted.promise;
    await turn();
    expect(ofClient('tools/call t')).toEqual(failed('cancelled'));
    expect(ofServer('tools/call t')).toEqual(failed('cancelled'));
    expect(JSON.stringify(tracing.spans().map(({ attributes }) => attributes))).not.toContain(CANARY);
  });

  it('marks a cancelled call whose handler then fails as cancelled', async () => {
    kit.handle(server, 'tools/call', async (_params, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw kit.protocolError(-32602);
    });
    const controller = new AbortController();
    const call = kit.callTool(client, { name: 't' }, { signal: controller.signal });
    queueMicrotask(() => setImmediate(() => controller.abort()));
    await expect(call).rejects.toThrow();
    await turn();
    expect(ofServer('tools/call t')).toEqual(failed('cancelled'));
  });

  it('gives no id to a request that was given up before it was sent', async () => {
    const signal = AbortSignal.abort();
    await expect(kit.callTool(client, { name: 't' }, { signal })).rejects.toThrow();
    expect(ofClient('tools/call t')).toEqual(failed('cancelled'));
    expect(tracing.span('tools/call t').attributes).not.toHaveProperty('jsonrpc.request.id');
  });

  it.each([
    ['the time-out of the request', () => ({ timeout: 5 })],
    ['a signal that times out', () => ({ signal: AbortSignal.timeout(5) })],
  ])('marks %s', async (_what, options) => {
    const aborted = deferred();
    kit.handle(server, 'tools/call', async (_params, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.resolve();
      return { content: [] };
    });
    await expect(kit.callTool(client, { name: 't' }, options())).rejects.toThrow();
    await aborted.promise;
    await turn();
    expect(ofClient('tools/call t')).toEqual(failed('timeout'));
    expect(ofServer('tools/call t')).toEqual(failed('cancelled'));
  });

  it('marks a request that took too long in all, whatever its progress', async () => {
    let over = false;
    const finished = deferred();
    kit.handle(server, 'tools/call', async (_params, { meta, notify }) => {
      for (let progress = 0; !over; progress++) {
        await notify('notifications/progress', { progressToken: meta?.progressToken, progress });
        await turn();
      }
      finished.resolve();
      return { content: [] };
    });
    const options = { onprogress: () => undefined, resetTimeoutOnProgress: true, maxTotalTimeout: 5 };
    await expect(kit.callTool(client, { name: 't' }, options)).rejects.toThrow();
    over = true;
    await finished.promise;
    await turn();
    expect(ofClient('tools/call t')).toEqual(failed('timeout'));
  });

  it('takes nothing but true for isError', async () => {
    server.fallbackRequestHandler = async () => ({ content: [], isError: 'true' });
    await kit.request(client, { method: 'tools/call', params: { name: 't' } });
    expect([ofClient('tools/call t'), ofServer('tools/call t')]).toEqual([FINE, FINE]);
  });

  it('does not take an error of the peer for a time-out of its own', async () => {
    kit.handle(server, 'tools/call', () => {
      throw kit.protocolError(-32001);
    });
    await expect(kit.callTool(client, { name: 't' })).rejects.toThrow();
    expect(ofClient('tools/call t')).toEqual(failed('-32001', '-32001'));
  });

  it('ends what was open when the connection closes', async () => {
    const running = deferred();
    kit.handle(server, 'tools/call', async (_params, { signal }) => {
      running.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { content: [] };
    });
    const call = kit.callTool(client, { name: 't' });
    await running.promise;
    await Promise.all([expect(call).rejects.toThrow(), server.close()]);
    await turn();
    expect(ofClient('tools/call t')).toEqual(failed('CONNECTION_CLOSED'));
    expect(ofServer('tools/call t')).toEqual(failed('cancelled'));
  });

  it('names a failure of the transport by its class', async () => {
    const transport = client.transport as Transport;
    transport.send = () => Promise.reject(new RangeError(CANARY));
    await expect(kit.callTool(client, { name: 't' })).rejects.toThrow(RangeError);
    expect(ofClient('tools/call t')).toEqual(failed('RangeError'));
  });

  it.each([
    ['an HTTP status', Object.assign(new Error(CANARY), { code: 503 }), '503'],
    ['a system error', Object.assign(new Error(CANARY), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['a code that is free text', Object.assign(new Error('x'), { code: `${CANARY} x` }), 'Error'],
    ['a name that is free text', Object.assign(new Error('x'), { name: `${CANARY} x` }), '_OTHER'],
    ['no error at all', CANARY, '_OTHER'],
  ])('names %s without content', async (_what, thrown, type) => {
    const transport = client.transport as Transport;
    transport.send = () => Promise.reject(thrown);
    await expect(kit.callTool(client, { name: 't' })).rejects.toBe(thrown);
    expect(ofClient('tools/call t')).toEqual(failed(type));
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'x'],
    ['no content', {}],
    ['isError as text', { content: [], isError: 'true' }],
    ['an error without shape', { error: 'x' }],
    ['content of another shape', { content: 'x' }],
    ['isError inherited', Object.create({ isError: 1 })],
  ])('survives a peer that answers with %s', async (_what, result) => {
    const [clientSide, peer] = kit.linkedPair();
    const lone = instrumentClient(kit.client());
    peer.onmessage = (message: Message) => {
      if (message.id === undefined) return;
      const initialized = {
        protocolVersion: kit.negotiated,
        capabilities: { tools: {} },
        serverInfo: { name: 'hostile', version: '1' },
      };
      const answer = message.method === 'initialize' ? initialized : result;
      void peer.send({ jsonrpc: '2.0', id: message.id, result: answer });
    };
    await peer.start();
    await lone.connect(clientSide);
    lone.onerror = () => undefined;
    const call = kit.callTool(lone, { name: 't' }, { timeout: 5 });
    const settled = await call.then(
      () => 'resolved',
      () => 'rejected',
    );
    expect(ofClient('tools/call t').error).toBe(settled === 'rejected');
    await lone.close();
  });
});
