import type { Vantage } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

const PREFIXES = ['tools/call ', 'MCP send tools/call ', 'MCP handle tools/call '];

/** The official Python SDK, on by default since 2.0. On the client side the tool is in the span name only. */
export const pythonSdk: Dialect = {
  name: 'python-sdk',
  title: 'MCP Python SDK 2',
  source: 'mcp 2.3.0, captured; modelcontextprotocol/python-sdk 2.0.0rc1',
  fingerprint: { scopes: ['mcp-python-sdk'] },
  marksToolError: true,
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
  recognise(span) {
    if (span.scope.name !== 'mcp-python-sdk') return undefined;
    const method = mcpMethod(span.attributes);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    return { is: 'mcp', method, vantage: vantageOf(span) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(span.name, ...PREFIXES);
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: vantageOf(span),
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'none' },
      // `MCP send` wraps the transport, `MCP handle` is an early server: neither looks at `isError`.
      status: span.name.startsWith('MCP ') ? 'unknown' : undefined,
      plainNames: plainNames(toolName, ...PREFIXES),
    };
  },
};

function vantageOf({ kind, name }: SpanView): Vantage {
  return kind === 'client' || (kind !== 'server' && name.startsWith('MCP send ')) ? 'client' : 'server';
}
