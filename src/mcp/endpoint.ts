import type { Tracer } from '@opentelemetry/api';
import type { ListedTools } from './listed-tools.ts';

/** What is relied on of a `Client` or `Server`, in both majors of the official SDK. */

/**
 * The public surface that an object must have to be instrumented. `request` and `transport` are the SDK's
 * `Protocol`; a `McpServer` holds its `Server` as `server`.
 */
export interface InstrumentableClient {
  request(...args: never[]): Promise<unknown>;
  getServerVersion(): unknown;
}
export interface LowLevelServer {
  request(...args: never[]): Promise<unknown>;
  getClientVersion(): unknown;
}
export type InstrumentableServer = LowLevelServer | { readonly server: LowLevelServer };

export type Method = (...args: unknown[]) => unknown;

/**
 * The internals that are used, unchanged from 1.0.4 to 1.32.2 and from 2.0.0 to 2.4.0:
 * - `request(request, schema, options)` (1.x) or `_requestWithSchemaViaCodec(codec, request, schema, options)`
 *   (2.x, where `ctx.mcpReq.send` and `discover` bypass `request`): the one way out. Both send synchronously.
 * - `_requestMessageId`: the next JSON-RPC id, read before and after; absent means no id on the span.
 * - `_onrequest(request, extra)` and `_requestHandlers.get(method)`, which it asks synchronously: the one way
 *   in. `fallbackRequestHandler` is public.
 * - `_resolveNonCompleteResult(decoded, flow)` (2.x): the documented extension point for a response that asks
 *   for input; absent in 1.x.
 * - `_serverInfo.name`: a server's own name, which has no public getter.
 * - for the manifest alone, which stays unknown without them: `_responseHandlers`, from id to what takes the response
 *   as it came; `_onnotification(notification)` of a client; `notification(notification)` (1.x) or
 *   `_notificationViaCodec(codec, notification)` (2.x) of a server; `_negotiatedWireCodec().encodeResult` (2.x).
 */
export interface Protocol {
  readonly transport?: unknown;
  readonly fallbackRequestHandler?: unknown;
  readonly _requestHandlers: Pick<Map<string, unknown>, 'get'>;
  readonly _onrequest: Method;
  readonly [internal: string]: unknown;
}

/** Who had an object instrumented: makes its spans, and may rest. */
export interface Source {
  tracer(): Tracer;
  isEnabled(): boolean;
}

/** Where requests leave: method `key` of `owner`, and where in its arguments the request and its options stand. */
export interface Outlet {
  readonly owner: object;
  readonly key: string;
  readonly send: Method;
  request(args: readonly unknown[]): unknown;
  options(args: readonly unknown[]): unknown;
  withRequest(args: readonly unknown[], request: object): unknown[];
}

/** One instrumented object and what was learnt of its connection. */
export interface Endpoint {
  readonly vantage: 'client' | 'server';
  readonly protocol: Protocol;
  readonly outlet: Outlet;
  source: Source;
  /** As the last `initialize` settled it; 1.x keeps no public trace of it. */
  negotiatedVersion: string | undefined;
  /** What was listed on its connections; `undefined` where that cannot be followed. */
  listed: ListedTools | undefined;
}

/** The endpoint that this object is, or `undefined` where an internal is missing: then nothing is patched. */
export function endpointOf(
  target: unknown,
  vantage: Endpoint['vantage'],
  source: Source,
): Endpoint | undefined {
  const protocol = target as Protocol;
  const [key, requestAt] = isSecondMajor(protocol)
    ? (['_requestWithSchemaViaCodec', 1] as const)
    : (['request', 0] as const);
  const send = protocol[key];
  if (typeof send !== 'function' || typeof protocol._onrequest !== 'function') return undefined;
  if (typeof protocol._requestHandlers?.get !== 'function') return undefined;
  return {
    vantage,
    protocol,
    outlet: positional(protocol, key, send as Method, requestAt),
    source,
    negotiatedVersion: undefined,
    listed: undefined,
  };
}

function positional(owner: object, key: string, send: Method, requestAt: 0 | 1): Outlet {
  return {
    owner,
    key,
    send,
    request: (args) => args[requestAt],
    options: (args) => args[requestAt + 2],
    withRequest: (args, request) => args.with(requestAt, request),
  };
}

/** Whoever had it instrumented rests. What goes by meanwhile is not seen, so what was listed is not known. */
export function isAtRest(endpoint: Endpoint): boolean {
  if (endpoint.source.isEnabled()) return false;
  if (endpoint.listed) endpoint.listed = new WeakMap();
  return true;
}

function isSecondMajor(protocol: Protocol): boolean {
  return typeof protocol.getNegotiatedProtocolVersion === 'function';
}

/** Replaces a method of one object, unseen by enumeration and replaceable by the host as before. */
export function replaceMethod(owner: object, key: string, method: Method): void {
  Object.defineProperty(owner, key, { value: method, writable: true, configurable: true, enumerable: false });
}
