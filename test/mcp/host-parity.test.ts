import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instrumentClient, instrumentServer } from '../../src/mcp/index.ts';
import { alwaysOff } from '../sdk/line.ts';
import { turn } from './support/deferred.ts';
import { connect, type Kit, type Message, type Params, type Transport } from './support/kit.ts';
import { startTracing, type Tracing } from './support/tracing.ts';
import { v1 } from './support/v1.ts';
import { v2 } from './support/v2.ts';

const TRACE_KEYS = new Set(['traceparent', 'tracestate', 'baggage']);

/**
 * One session with everything a host can meet, told in the order in which the host sees it: results, errors,
 * progress, what handlers get, what stands on the wire, rejections nobody handles.
 */
async function play(kit: Kit, instrumented: boolean): Promise<string[]> {
  const told: string[] = [];
  const tell = (what: string, value?: unknown) =>
    told.push(`${what} ${JSON.stringify(value, describeError)}`);
  const unhandled = (error: unknown) => tell('unhandled rejection', error);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', unhandled);

  const client = kit.client();
  const server = kit.server();
  if (instrumented) {
    instrumentClient(client);
    instrumentServer(server);
  }
  kit.handle(client, 'roots/list', () => ({ roots: [{ uri: 'file:///r' }] }));
  kit.handle(server, 'tools/list', () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }));
  kit.handle(server, 'tools/call', async function (this: unknown, params, extra) {
    tell('handler', { self: this === undefined, params: wireParams(params), id: extra.id });
    extra.signal.addEventListener('abort', () => tell('handler aborted', extra.signal.reason));
    switch (params.name) {
      case 'fail':
        throw kit.protocolError(-32602);
      case 'progress':
        await extra.notify('notifications/progress', {
          progressToken: extra.meta?.progressToken,
          progress: 1,
        });
        return { content: [] };
      case 'roots':
        tell('roots', await extra.send('roots/list'));
        return { content: [] };
      case 'hang':
        return new Promise(() => undefined);
      default:
        return { content: [{ type: 'text', text: 'done' }], isError: params.name === 'broken' };
    }
  });
  await connect(kit, client, server);
  spy(client.transport as Transport, tell, 'client sends');
  spy(server.transport as Transport, tell, 'server sends');
  const settle = (what: string, promise: Promise<unknown>) =>
    promise.then(
      (value) => tell(`${what} resolved`, value),
      (error: unknown) => tell(`${what} rejected`, error),
    );

  await settle('list', client.listTools());
  await settle(
    'echo',
    kit.callTool(client, { name: 'echo', arguments: { a: [1, { b: null }] }, _meta: { k: 1 } }),
  );
  await settle('broken', kit.callTool(client, { name: 'broken' }));
  await settle('fail', kit.callTool(client, { name: 'fail' }));
  await settle('roots', kit.callTool(client, { name: 'roots' }));
  const onprogress = (progress: unknown) => tell('progress', progress);
  await settle(
    'progress',
    kit.callTool(client, { name: 'progress' }, { onprogress, resetTimeoutOnProgress: true }),
  );
  await settle('time-out', kit.callTool(client, { name: 'hang' }, { timeout: 5 }));
  const controller = new AbortController();
  const cancelled = settle('cancel', kit.callTool(client, { name: 'hang' }, { signal: controller.signal }));
  await turn();
  controller.abort('enough');
  await cancelled;
  const before = AbortSignal.abort('before');
  await settle('aborted before', kit.callTool(client, { name: 'echo' }, { signal: before }));
  await settle('unknown', kit.request(client, { method: 'x/unknown', params: { a: 1 } }));
  await Promise.all(
    [1, 2, 3].map((n) => settle(`parallel ${n}`, kit.callTool(client, { name: 'echo', arguments: { n } }))),
  );
  void kit.request(client, { method: 'x/nobody-listens' });
  await turn();
  await turn();
  const lost = settle('lost', kit.callTool(client, { name: 'hang' }));
  await turn();
  await client.close();
  await lost;
  await settle('after the end', client.ping());
  await turn();

  process.removeListener('unhandledRejection', unhandled);
  for (const listener of others) process.on('unhandledRejection', listener);
  return told;
}

function spy(transport: Transport, tell: (what: string, value: unknown) => void, what: string): void {
  const send = transport.send.bind(transport);
  transport.send = (message: Message, ...rest) => {
    tell(what, message.params === undefined ? message : { ...message, params: wireParams(message.params) });
    return send(message, ...(rest as []));
  };
}

/** Without what instrumentation is there to add; `params` that only carry that were not there before. */
function wireParams(params: Params): Params | undefined {
  const { _meta: meta, ...rest } = params;
  const kept = Object.entries(meta ?? {}).filter(([key]) => !TRACE_KEYS.has(key));
  const all = kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function describeError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, code, data } = value as Error & { code?: unknown; data?: unknown };
  return { class: value.constructor.name, name, message, code, data };
}

describe.each([v1, v2])('what the host sees over SDK $major', (kit) => {
  let tracing: Tracing | undefined;
  let plain: string[];

  beforeEach(async () => {
    plain = await play(kit, false);
  });
  afterEach(async () => {
    await tracing?.close();
    tracing = undefined;
  });

  it('is a session in which everything happens', () => {
    const text = plain.join('\n');
    for (const part of [
      'unhandled rejection',
      'progress ',
      'handler aborted',
      'time-out rejected',
      'lost rejected',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each([
    ['sampled', () => startTracing()],
    ['not sampled', () => startTracing(alwaysOff())],
    ['without an SDK', undefined],
  ])('is the same when instrumented, %s', async (_how, start) => {
    tracing = start?.();
    expect(await play(kit, true)).toEqual(plain);
  });

  it('hands on the very error that the SDK made', async () => {
    const client = instrumentClient(kit.client());
    const server = kit.server();
    await connect(kit, client, server);
    const reason = kit.protocolError(-32602);
    (client.transport as Transport).send = () => Promise.reject(reason);
    await expect(kit.callTool(client, { name: 't' })).rejects.toBe(reason);
    await client.close();
  });
});
