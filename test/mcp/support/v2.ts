import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { LATEST_PROTOCOL_VERSION, ProtocolError, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientPeer, Handler, Kit, Params, ServerPeer, Transport } from './kit.ts';

const ANY = z.looseObject({});

const SPEC_METHODS = new Set([
  'tools/call',
  'tools/list',
  'prompts/get',
  'resources/read',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
]);

interface Ctx {
  mcpReq: {
    id: unknown;
    signal: AbortSignal;
    _meta?: Params;
    send(request: unknown, schema: unknown): Promise<unknown>;
    notify(notification: unknown): Promise<void>;
  };
}

function run(handler: Handler, params: Params | undefined, ctx: Ctx): unknown {
  const { mcpReq } = ctx;
  return handler(params ?? {}, {
    raw: ctx,
    signal: mcpReq.signal,
    id: mcpReq.id,
    meta: mcpReq._meta,
    send: (method, sent) => mcpReq.send({ method, ...(sent && { params: sent }) }, ANY),
    notify: (method, sent) => mcpReq.notify({ method, params: sent }),
  });
}

/** `@modelcontextprotocol/client` and `/server`, 2.x. */
export const v2: Kit = {
  major: '2.x',
  negotiated: LATEST_PROTOCOL_VERSION,
  client: () =>
    new Client(
      { name: 'agent', version: '1.0.0' },
      { capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} } },
    ) as unknown as ClientPeer,
  server: () =>
    new Server(
      { name: 'files', version: '1.0.0' },
      { capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} } },
    ) as unknown as ServerPeer,
  linkedPair: () => InMemoryTransport.createLinkedPair() as unknown as [Transport, Transport],
  handle(peer, method, handler) {
    const { setRequestHandler } = peer as unknown as { setRequestHandler(...args: unknown[]): void };
    const register = setRequestHandler.bind(peer);
    if (SPEC_METHODS.has(method)) {
      register(method, (request: { params?: Params }, ctx: Ctx) => run(handler, request.params, ctx));
    } else {
      register(method, { params: ANY }, (params: Params, ctx: Ctx) => run(handler, params, ctx));
    }
  },
  callTool: (client, params, options) => (client as unknown as Client).callTool(params as never, options),
  request: (peer, request, options) =>
    (peer as unknown as Client).request(request as never, ANY as never, options),
  protocolError: (code) => new ProtocolError(code, 'refused'),
};
