import { SSEClientTransport as SseV2 } from '@modelcontextprotocol/client';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { connectionAttributes } from '../../src/mcp/connection-attributes.ts';
import { type Endpoint, endpointOf } from '../../src/mcp/endpoint.ts';
import { v1 } from './support/v1.ts';

const HTTP = { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
const WEBSOCKET = { 'network.transport': 'tcp', 'network.protocol.name': 'websocket' };
const at = (address: string, port: number) => ({ 'server.address': address, 'server.port': port });

/** An endpoint of SDK 1.x over this transport, which needs no connection to be described. */
function over(transport: unknown, vantage: Endpoint['vantage'] = 'client'): Endpoint {
  const peer = vantage === 'client' ? v1.client() : v1.server();
  Object.defineProperty(peer, 'transport', { value: transport });
  return endpointOf(peer, vantage, {
    tracer: () => trace.getTracer('any'),
    isEnabled: () => true,
  }) as Endpoint;
}

describe('what is said of a connection', () => {
  it.each([
    [
      'server-sent events of 1.x',
      new SseV1(new URL('https://mcp.example/sse')),
      { ...HTTP, ...at('mcp.example', 443) },
    ],
    [
      'server-sent events of 2.x',
      new SseV2(new URL('http://mcp.example/sse')),
      { ...HTTP, ...at('mcp.example', 80) },
    ],
    ['an IPv6 address', new SseV1(new URL('http://[::1]:8080/sse')), { ...HTTP, ...at('::1', 8080) }],
    [
      'a web socket',
      new WebSocketClientTransport(new URL('wss://mcp.example')),
      { ...WEBSOCKET, ...at('mcp.example', 443) },
    ],
    ['a transport of the host', { send: () => Promise.resolve() }, {}],
    ['one with a session', { sessionId: 's-1' }, { 'mcp.session.id': 's-1' }],
    ['one with a version', { protocolVersion: '2025-06-18' }, { 'mcp.protocol.version': '2025-06-18' }],
    ['one with a version that is none', { protocolVersion: 'canary canary' }, {}],
    ['no transport', undefined, {}],
  ])('by a client over %s', (_what, transport, expected) => {
    expect(connectionAttributes(over(transport))).toEqual(expected);
  });

  it.each([
    ['server-sent events', new SSEServerTransport('/messages', {} as never), undefined, HTTP],
    ['a transport of the host', {}, undefined, {}],
    [
      'HTTP by its headers, 1.x',
      {},
      { requestInfo: { headers: { 'mcp-protocol-version': '2025-06-18' } } },
      { ...HTTP, 'mcp.protocol.version': '2025-06-18' },
    ],
    [
      'HTTP by its headers, 2.x',
      {},
      { http: { req: new Request('http://h/', { headers: { 'mcp-protocol-version': '2025-06-18' } }) } },
      { ...HTTP, 'mcp.protocol.version': '2025-06-18' },
    ],
    ['the session of the request', {}, { sessionId: 's-2' }, { 'mcp.session.id': 's-2' }],
  ])('by a server over %s', (_what, transport, extra, expected) => {
    const { 'mcp.session.id': session, ...rest } = connectionAttributes(over(transport, 'server'), extra);
    const known = transport instanceof SSEServerTransport ? {} : session && { 'mcp.session.id': session };
    expect({ ...rest, ...known }).toEqual(expected);
  });

  it('leaves the address to clients', () => {
    const transport = new WebSocketClientTransport(new URL('wss://mcp.example'));
    expect(connectionAttributes(over(transport, 'server'))).toEqual(WEBSOCKET);
  });
});
