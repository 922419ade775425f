import { attempt } from './attempt.ts';
import {
  type Endpoint,
  type Method,
  type Outlet,
  type Protocol,
  replaceMethod,
  type Source,
} from './endpoint.ts';
import { LIST_CHANGED } from './follow-listings.ts';
import { field } from './foreign.ts';
import { attestObject, isInstrumented, markInstrumented } from './instrument.ts';
import { traceOutgoing } from './outgoing.ts';

/**
 * Instruments a client of `@ai-sdk/mcp`, which speaks the protocol by itself: CLIENT spans for what it sends. It is
 * there only once it is connected, so its `initialize` has none; nor has what a server asks of it (elicitation,
 * ping), which no call to a tool can be. False where its shape is not known: then it stays as it was. May throw.
 *
 * The internals that are used, as in 1.0.102, 2.0.99, and `ai` 4.3.19, where it was before: `requestOnce` (2.x) or
 * `request` (1.x) with `{ request, options }`, the one way out; `requestMessageId`, the next id; `transport`; and for
 * the manifest `responseHandlers` and the transport's `onmessage`.
 */
export function instrumentAiSdkClient(client: unknown, source: Source): boolean {
  const key = typeof field(client, 'requestOnce') === 'function' ? 'requestOnce' : 'request';
  const send = field(client, key);
  const transport = field(client, 'transport');
  if (typeof client !== 'object' || client === null || typeof send !== 'function') return false;
  if (typeof transport !== 'object' || transport === null) return false;
  if (typeof field(client, 'requestMessageId') !== 'number') return false;
  if (isInstrumented(client)) return true;
  const endpoint: Endpoint = {
    vantage: 'client',
    protocol: protocolOf(client, transport),
    outlet: named(client, key, send as Method),
    source,
    negotiatedVersion: undefined,
    listed: undefined,
  };
  markInstrumented(client, endpoint);
  traceOutgoing(endpoint);
  attempt(() => followNotices(endpoint, transport));
  attestObject('client');
  return true;
}

/** Arguments are one object, `{ request, resultSchema, options }`. */
function named(owner: object, key: string, send: Method): Outlet {
  return {
    owner,
    key,
    send,
    request: (args) => field(args[0], 'request'),
    options: (args) => field(args[0], 'options'),
    withRequest: (args, request) => [{ ...(args[0] as object), request }, ...args.slice(1)],
  };
}

/** What the rest reads of the official SDK's objects, under its names. */
function protocolOf(client: object, transport: object): Protocol {
  return {
    transport,
    _requestHandlers: new Map(),
    _onrequest: () => undefined,
    _responseHandlers: field(client, 'responseHandlers'),
    get _requestMessageId() {
      return field(client, 'requestMessageId');
    },
    getServerVersion: () => field(client, 'serverInfo'),
    getNegotiatedProtocolVersion: () =>
      field(client, 'protocolVersion') ?? field(transport, 'protocolVersion'),
  };
}

/** The client itself heeds no notification; the transport hands it every one. */
function followNotices(endpoint: Endpoint, transport: object): void {
  const heed = field(transport, 'onmessage');
  if (typeof heed !== 'function') return;
  endpoint.listed = new WeakMap();
  replaceMethod(transport, 'onmessage', function (this: unknown, ...args) {
    attempt(() => {
      if (field(args[0], 'method') === LIST_CHANGED) endpoint.listed = new WeakMap();
    });
    return Reflect.apply(heed, this, args);
  });
}
