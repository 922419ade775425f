import type { SdkReadableSpan } from '../span/sdk-span.ts';

/**
 * Spans that can never turn out to be a tool call, decided at their start and published, since "complete"
 * rests on it: instrumentations of HTTP, databases, messaging and RPC other than MCP, and the kinds
 * PRODUCER and CONSUMER. A span that is ruled out is never numbered later.
 */
export const RULED_OUT_SCOPES: ReadonlySet<string> = new Set(
  [
    ...['amqplib', 'aws-sdk', 'cassandra-driver', 'connect', 'dns', 'express', 'fastify', 'fetch', 'graphql'],
    ...['grpc', 'hapi', 'http', 'ioredis', 'kafkajs', 'knex', 'koa', 'memcached', 'mongodb', 'mongoose'],
    ...['mysql', 'mysql2', 'nestjs-core', 'net', 'oracledb', 'pg', 'redis', 'restify', 'router', 'socket.io'],
    ...['tedious', 'undici', 'xml-http-request'],
  ].map((name) => `@opentelemetry/instrumentation-${name}`),
);

/** Start attributes that only such instrumentations set. */
export const RULED_OUT_ATTRIBUTES: readonly string[] = [
  'http.request.method',
  'http.method',
  'db.system.name',
  'db.system',
  'messaging.system',
];

const PRODUCER = 3;
const CONSUMER = 4;

/** Whether the start of `span` shows that it is no tool call and will never be one. */
export function ruledOut(span: SdkReadableSpan): boolean {
  return RULED_OUT_SCOPES.has(span.instrumentationScope.name) || isRuledOutStart(span.kind, span.attributes);
}

/**
 * The same for a start of which the scope is not known, as a sampler sees it. The attributes are written out, as in
 * `mayBeToolSpan`: it is asked of every span of the host, and most have none of them. A test holds them equal to the list.
 */
export function isRuledOutStart(kind: number, attributes: Readonly<Record<string, unknown>>): boolean {
  if (kind === PRODUCER || kind === CONSUMER) return true;
  return (
    attributes['http.request.method'] !== undefined ||
    attributes['http.method'] !== undefined ||
    attributes['db.system.name'] !== undefined ||
    attributes['db.system'] !== undefined ||
    attributes['messaging.system'] !== undefined
  );
}
