import type { Vantage } from '../span/observed-call.ts';
import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/**
 * FastMCP's own telemetry. Its `delegate` spans, from one server to another mounted in it, stand for the
 * same request again: as a framework's, they join the span below them.
 */
export const fastmcp: Dialect = {
  name: 'fastmcp',
  title: 'FastMCP 3 and 4, native telemetry',
  source: 'fastmcp 3.4.11, captured; PrefectHQ/fastmcp 3.4 and 4.0b; 3.0 and 3.1 by `rpc.system`',
  fingerprint: { scopes: ['fastmcp'] },
  marksToolError: true,
  documents: {
    proof: 'proven',
    vantage: 'by span kind; `framework` for `delegate`',
    arguments: '–',
    result: '–',
    server: '`fastmcp.server.name`; `rpc.service` up to 3.1',
    decision: '–',
    errors: 'span status and `error.type`, `tool_error` or the class of the exception',
    cannotSay:
      'arguments; in some versions, on the client, an error of the tool; the tool, where a call was refused before it was dispatched',
  },
  recognise(span) {
    const method = methodOf(span);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    return { is: 'mcp', method, vantage: vantageOf(span) };
  },
  read(span) {
    const { attributes } = span;
    const toolName =
      toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(span.name, 'tools/call ', 'delegate ');
    const vantage = vantageOf(span);
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage,
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'none' },
      // Some versions end a client span before they look at `isError`. 3.4.11 and 4.2.3 mark it; no span names its version.
      status: vantage === 'client' ? 'unknown' : undefined,
      plainNames: plainNames(toolName, 'tools/call ', 'delegate '),
    };
  },
};

function methodOf({ scope, attributes }: SpanView): string | undefined {
  if (scope.name !== 'fastmcp') return undefined;
  const method = mcpMethod(attributes);
  if (method !== undefined || attribute(attributes, 'rpc.system') !== 'mcp') return method;
  return stringAttribute(attributes, 'rpc.method');
}

function vantageOf({ kind, name }: SpanView): Vantage {
  if (kind === 'client') return 'client';
  return kind !== 'server' && name.startsWith('delegate') ? 'framework' : 'server';
}
