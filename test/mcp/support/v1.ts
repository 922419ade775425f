import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ClientPeer, Handler, Kit, Params, ServerPeer, Transport } from './kit.ts';

const ANY_RESULT = z.looseObject({});

const REQUESTS: Record<string, z.ZodType> = {
  'tools/call': types.CallToolRequestSchema,
  'tools/list': types.ListToolsRequestSchema,
  'prompts/get': types.GetPromptRequestSchema,
  'resources/read': types.ReadResourceRequestSchema,
  'sampling/createMessage': types.CreateMessageRequestSchema,
  'elicitation/create': types.ElicitRequestSchema,
  'roots/list': types.ListRootsRequestSchema,
};

interface Extra {
  signal: AbortSignal;
  requestId: unknown;
  _meta?: Params;
  sendRequest(request: unknown, schema: unknown): Promise<unknown>;
  sendNotification(notification: unknown): Promise<void>;
}

function adapt(handler: Handler) {
  return (request: { params?: Params }, extra: Extra) =>
    handler(request.params ?? {}, {
      raw: extra,
      signal: extra.signal,
      id: extra.requestId,
      meta: extra._meta,
      send: (method, params) => extra.sendRequest({ method, ...(params && { params }) }, ANY_RESULT),
      notify: (method, params) => extra.sendNotification({ method, params }),
    });
}

/** `@modelcontextprotocol/sdk`, 1.x. */
export const v1: Kit = {
  major: '1.x',
  negotiated: types.LATEST_PROTOCOL_VERSION,
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
    const schema = REQUESTS[method] ?? z.looseObject({ method: z.literal(method) });
    (peer as unknown as { setRequestHandler(schema: unknown, handler: unknown): void }).setRequestHandler(
      schema,
      adapt(handler),
    );
  },
  callTool: (client, params, options) =>
    (client as unknown as Client).callTool(params as never, undefined, options),
  request: (peer, request, options) =>
    (peer as unknown as Client).request(request as never, ANY_RESULT as never, options),
  protocolError: (code) => new types.McpError(code, 'refused'),
};
