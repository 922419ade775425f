import type { Vantage } from '../span/observed-call.ts';
import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { genAiToolName, plainNames } from './tool-keys.ts';

/**
 * FastMCP's own telemetry. Its `delegate` spans, from one server to another mounted in it, stand for the
 * same request again: as a framework's, they join the span below them.
 */
export const fastmcp: Dialect = {
  name: 'fastmcp',
  marksToolError: true,
  recognise(span) {
    return mcpRequest(methodOf(span), vantageOf(span));
  },
  read(span) {
    const toolName = genAiToolName(span, 'tools/call ', 'delegate ');
    const vantage = vantageOf(span);
    return {
      toolName,
      vantage,
      arguments: { form: 'none' },
      // Some versions end a client span before they look at `isError`. 3.4.11 and 4.2.3 mark it; no span names its version.
      status: vantage === 'client' ? 'unknown' : undefined,
      plainNames: plainNames(toolName, 'tools/call ', 'delegate '),
    };
  },
};

export const about: AboutDialect = {
  title: 'FastMCP 3 and 4, native telemetry',
  source: 'fastmcp 3.1.1 and 3.4.11, captured; PrefectHQ/fastmcp 3.4 and 4.0b; 3.0 and 3.1 by `rpc.system`',
  fingerprint: { scopes: ['fastmcp'] },
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
