import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { conventionParts, roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpRequest } from './mcp-method.ts';

/**
 * Spans of the RPC conventions whose method is an MCP one, whoever wrote them. Plain JSON-RPC is other
 * protocols' too (language servers also say `initialize`), so there only the methods on tools count.
 */
export const jsonRpc: Dialect = {
  name: 'json-rpc',
  marksToolError: false,
  recognise(span) {
    return mcpRequest(methodOf(span), roleByKind(span));
  },
  read: (span) => ({ ...conventionParts(span), vantage: roleByKind(span) }),
};

export const about: AboutDialect = {
  title: 'RPC semantic conventions with `rpc.system` of `mcp` or `jsonrpc`',
  source: 'OpenTelemetry RPC conventions; Jooby, Logfire',
  fingerprint: { attributes: ['rpc.method'] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '`gen_ai.tool.call.arguments`',
    result: '`gen_ai.tool.call.result`',
    server: '`rpc.service` where `rpc.system` is `mcp`',
    decision: '–',
    errors: 'span status, `error.type`, `rpc.jsonrpc.error_code`, the result',
    cannotSay: 'without result, an error of the tool; a refusal, which is an error like others',
  },
};

function methodOf({ attributes }: SpanView): string | undefined {
  const method = stringAttribute(attributes, 'rpc.method');
  if (method === undefined) return undefined;
  const system = attribute(attributes, 'rpc.system') ?? attribute(attributes, 'rpc.system.name');
  if (system === 'mcp') return method;
  return system === 'jsonrpc' && /^tools\/(?:call|list)$/.test(method) ? method : undefined;
}
