import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/**
 * Spans of the RPC conventions whose method is an MCP one, whoever wrote them. Plain JSON-RPC is other
 * protocols' too (language servers also say `initialize`), so there only the methods on tools count.
 */
export const jsonRpc: Dialect = {
  name: 'json-rpc',
  title: 'RPC semantic conventions with `rpc.system` of `mcp` or `jsonrpc`',
  source: 'OpenTelemetry RPC conventions; Jooby, Logfire',
  fingerprint: { attributes: ['rpc.method'] },
  marksToolError: false,
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
  recognise(span) {
    const method = methodOf(span);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    return { is: 'mcp', method, vantage: span.kind === 'server' ? 'server' : 'client' };
  },
  read({ attributes, kind, name }) {
    const toolName = toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, 'tools/call ');
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: kind === 'server' ? 'server' : 'client',
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') },
      result: attribute(attributes, 'gen_ai.tool.call.result'),
      plainNames: plainNames(toolName, 'tools/call '),
    };
  },
};

function methodOf({ attributes }: SpanView): string | undefined {
  const method = stringAttribute(attributes, 'rpc.method');
  if (method === undefined) return undefined;
  const system = attribute(attributes, 'rpc.system') ?? attribute(attributes, 'rpc.system.name');
  if (system === 'mcp') return method;
  return system === 'jsonrpc' && /^tools\/(?:call|list)$/.test(method) ? method : undefined;
}
