import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpRequest } from './mcp-method.ts';
import { genAiArguments, genAiResult, toolNameIn } from './tool-keys.ts';

/** All that the handler's span may bear: one with more was written by somebody else. */
const HANDLER_KEYS: ReadonlySet<string> = new Set([
  'mcp.tool.name',
  'mcp.method',
  'mcp.session.id',
  'mcp.protocol.version',
]);

/**
 * mark3labs/mcp-go. The tracer is the user's, so the span name tells: `mcp.<method>`. Below a server's span the
 * handler has one of its own, `tool.<name>`, which is the same request once more and no call.
 */
export const mcpGo: Dialect = {
  name: 'mcp-go',
  marksToolError: true,
  recognise(span) {
    const method = stringAttribute(span.attributes, 'mcp.method');
    if (method !== undefined && span.name === `mcp.${method}`) {
      return mcpRequest(method, roleByKind(span));
    }
    return isHandler(span) ? { is: 'mcp', method: 'tools/call', vantage: 'server' } : undefined;
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameIn(attributes, 'mcp.tool.name');
    const vantage = roleByKind(span);
    return {
      toolName,
      vantage,
      // It writes neither; another library that names its spans so may.
      arguments: genAiArguments(attributes),
      result: genAiResult(attributes),
      // A client's span ends before anything looks at `isError`.
      status: vantage === 'client' ? 'unknown' : undefined,
      plainNames: ['mcp.tools/call'],
    };
  },
};

export const about: AboutDialect = {
  title: 'mark3labs/mcp-go with its OpenTelemetry tracer',
  source: 'mark3labs/mcp-go 1.2.1, captured',
  fingerprint: { attributes: ['mcp.method', 'mcp.tool.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '–',
    result: '–',
    server: '–',
    decision: '–',
    errors: 'span status, on the server',
    cannotSay: 'arguments; on the client, the tool and an error of it; the server, but for `service.name`',
  },
};

/** Always below the server's own span, in the same process; whatever else looks like it stays unrecognised. */
function isHandler({ attributes, kind, name, parentIsRemote, parentSpanId }: SpanView): boolean {
  const toolName = attribute(attributes, 'mcp.tool.name');
  if (typeof toolName !== 'string' || name !== `tool.${toolName}`) return false;
  if (kind !== 'internal' || !parentSpanId || parentIsRemote === true) return false;
  return Object.keys(attributes).every((key) => HANDLER_KEYS.has(key));
}
