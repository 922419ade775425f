import type { Attributes, Span } from '@opentelemetry/api';
import type { Endpoint } from './endpoint.ts';
import { callField, field, textField } from './foreign.ts';

const HTTP: Attributes = { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
const WEBSOCKET: Attributes = { 'network.transport': 'tcp', 'network.protocol.name': 'websocket' };
const PIPE: Attributes = { 'network.transport': 'pipe' };

/**
 * What a span says of the connection a request travels on: transport, session, negotiated version, and for
 * a client the server's address. `handlerExtra` is what the SDK gives a request handler beside the request.
 * Transports are told by their shape, since the SDK is never imported; an in-memory one has none to tell.
 */
export function connectionAttributes(endpoint: Endpoint, handlerExtra?: unknown): Attributes {
  const { transport } = endpoint.protocol;
  const url = field(transport, '_url');
  const sessionId = textField(handlerExtra, 'sessionId') ?? textField(transport, 'sessionId');
  const version = protocolVersion(endpoint, handlerExtra);
  return {
    ...transportAttributes(transport, url, handlerExtra),
    ...(endpoint.vantage === 'client' && url instanceof URL && serverAddress(url)),
    ...(sessionId !== undefined && { 'mcp.session.id': sessionId }),
    ...(version !== undefined && { 'mcp.protocol.version': version }),
  };
}

function transportAttributes(transport: unknown, url: unknown, handlerExtra: unknown): Attributes {
  if (url instanceof URL) return url.protocol.startsWith('ws') ? WEBSOCKET : HTTP;
  if (field(handlerExtra, 'requestInfo') !== undefined || field(handlerExtra, 'http') !== undefined)
    return HTTP;
  if (typeof transport !== 'object' || transport === null) return {};
  // StreamableHTTPServerTransport, SSEServerTransport, and the per-request one of 2.x.
  if (['handleRequest', 'handlePostMessage', 'handleMessage'].some((key) => key in transport)) return HTTP;
  // StdioClientTransport, StdioServerTransport, and the channel that `serveStdio` puts before it.
  if ('stderr' in transport && 'pid' in transport) return PIPE;
  return '_stdin' in transport || '_wire' in transport ? PIPE : {};
}

function serverAddress(url: URL): Attributes {
  const port =
    url.port === '' ? (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80) : Number(url.port);
  return { 'server.address': url.hostname.replace(/^\[|\]$/g, ''), 'server.port': port };
}

/** An `initialize` was answered: only now are session and version known. */
export function noteInitialized(
  endpoint: Endpoint,
  span: Span,
  result: unknown,
  handlerExtra?: unknown,
): void {
  endpoint.negotiatedVersion = textField(result, 'protocolVersion');
  span.setAttributes(connectionAttributes(endpoint, handlerExtra));
}

/** Text from a peer: only what a version can look like. */
const VERSION_TEXT = /^[\w.-]{1,32}$/;

/** The negotiated version: what the SDK or `initialize` says, else what the HTTP request states. */
function protocolVersion(endpoint: Endpoint, handlerExtra: unknown): string | undefined {
  const { protocol } = endpoint;
  const version =
    callField(protocol, 'getNegotiatedProtocolVersion') ??
    endpoint.negotiatedVersion ??
    textField(protocol.transport, 'protocolVersion') ??
    header(handlerExtra, 'mcp-protocol-version');
  return typeof version === 'string' && VERSION_TEXT.test(version) ? version : undefined;
}

/** A header of the HTTP request that carried the message: 1.x gives a plain object, 2.x the web `Request`. */
function header(handlerExtra: unknown, name: string): unknown {
  const headers = field(field(field(handlerExtra, 'http'), 'req'), 'headers');
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return field(field(field(handlerExtra, 'requestInfo'), 'headers'), name);
}
