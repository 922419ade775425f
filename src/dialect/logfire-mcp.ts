import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { isScrubbed, withoutScrubbed } from './logfire-scrubbing.ts';
import { argumentsInParams, requestParams } from './request-params.ts';

const SCOPE = 'logfire.mcp';
const CLIENT = 'MCP request: ';
const SERVER = 'MCP server handle request: ';
const CLIENT_HANDLES = 'MCP client handle request: ';

/** Logfire's `instrument_mcp`, which records whole requests and responses. The span status tells exceptions only. */
export const logfireMcp: Dialect = {
  name: 'logfire-mcp',
  marksToolError: false,
  recognise(span) {
    const method = methodOf(span);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    // Elsewhere a name alone may be anybody's.
    return span.scope.name === SCOPE ? { is: 'mcp', method, vantage: vantageOf(span) } : undefined;
  },
  read(span) {
    const { attributes, name } = span;
    const request = attribute(attributes, 'request');
    const params = requestParams(request, paramsOf);
    const prefix = `${CLIENT}tools/call `;
    const fromName = name.startsWith(prefix) ? name.slice(prefix.length) || undefined : undefined;
    const named = isScrubbed(params.toolName) ? undefined : params.toolName;
    const toolName = named ?? fromName;
    const response = attribute(attributes, 'response');
    return {
      toolName,
      otherToolName: fromName ?? null,
      vantage: vantageOf(span),
      arguments: {
        form: 'json',
        value: request,
        wrapper: (decoded) => withoutScrubbed(argumentsInParams(paramsOf(decoded))),
      },
      result: response,
      status: isProtocolError(response) ? 'error' : undefined,
      traceparent: params.traceparent,
      plainNames: [`${prefix}${toolName ?? ''}`, `${SERVER}tools/call`],
    };
  },
};

export const about: AboutDialect = {
  title: 'Logfire, `instrument_mcp`',
  source: 'logfire 5.4.0, captured; pydantic/logfire, August 2026',
  fingerprint: { scopes: [SCOPE], namePrefixes: [CLIENT, SERVER] },
  documents: {
    proof: 'proven',
    vantage: '`client` for `MCP request`, `server` for `MCP server handle request`',
    arguments: '`request`, in `{params: {name, arguments}}`; its `meta.traceparent` is the carrier',
    result: '`response`',
    server: '–',
    decision: '–',
    errors: '`isError`, or JSON-RPC `{code, message}`, in `response`; span status for exceptions',
    cannotSay: 'the server; values that its scrubbing took out',
  },
};

function methodOf({ attributes, name }: SpanView): string | undefined {
  const prefix = [CLIENT, SERVER, CLIENT_HANDLES].find((candidate) => name.startsWith(candidate));
  if (prefix === undefined) return undefined;
  return stringAttribute(attributes, 'rpc.method') ?? (name.slice(prefix.length).split(' ')[0] || undefined);
}

function vantageOf({ name }: SpanView): 'client' | 'server' {
  return name.startsWith(SERVER) ? 'server' : 'client';
}

function paramsOf(request: unknown): unknown {
  return isJsonObject(request) ? attribute(request, 'params') : undefined;
}

/** A server that did not answer with a result responds with JSON-RPC's `{code, message}`. */
function isProtocolError(response: unknown): boolean {
  const fields = decodedFields(response);
  return (
    typeof attribute(fields, 'code') === 'number' &&
    typeof attribute(fields, 'message') === 'string' &&
    attribute(fields, 'content') === undefined
  );
}
