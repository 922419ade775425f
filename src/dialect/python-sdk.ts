import type { Vantage } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { genAiToolName, plainNames } from './tool-keys.ts';

const PREFIXES = ['tools/call ', 'MCP send tools/call ', 'MCP handle tools/call '];

/** The official Python SDK, on by default since 2.0. On the client side the tool is in the span name only. */
export const pythonSdk: Dialect = {
  name: 'python-sdk',
  marksToolError: true,
  recognise(span) {
    if (span.scope.name !== 'mcp-python-sdk') return undefined;
    return mcpRequest(mcpMethod(span.attributes), vantageOf(span));
  },
  read(span) {
    const toolName = genAiToolName(span, ...PREFIXES);
    return {
      toolName,
      vantage: vantageOf(span),
      arguments: { form: 'none' },
      // `MCP send` wraps the transport, `MCP handle` is an early server: neither looks at `isError`.
      status: span.name.startsWith('MCP ') ? 'unknown' : undefined,
      plainNames: plainNames(toolName, ...PREFIXES),
    };
  },
};

export const about: AboutDialect = {
  title: 'MCP Python SDK 2',
  source: 'mcp 2.3.0, captured; modelcontextprotocol/python-sdk 2.0.0rc1',
  fingerprint: { scopes: ['mcp-python-sdk'] },
  documents: {
    proof: 'proven',
    vantage: 'by span kind',
    arguments: '–',
    result: '–',
    server: '–',
    decision: '–',
    errors: 'span status and `error.type`',
    cannotSay: 'arguments; the server, but for `service.name`; on the client, an error of the tool',
  },
};

function vantageOf({ kind, name }: SpanView): Vantage {
  return kind === 'client' || (kind !== 'server' && name.startsWith('MCP send ')) ? 'client' : 'server';
}
