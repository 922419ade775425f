import { stringAttribute } from '../span/view.ts';
import { conventionParts, roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';

const PROXY = 'github.com/stacklok/toolhive/pkg/telemetry';
const VIRTUAL_SERVER = 'github.com/stacklok/toolhive/pkg/vmcp';

/**
 * ToolHive's proxy, and the calls that its virtual MCP server makes. It sees HTTP, so `isError` leaves no sign and a
 * refusal is a status of 403: an error and no decision. Its arguments are a sample for people, cut and redacted. It
 * names the method when the answer has ended: of a request that was broken off, its span is one of HTTP and no more.
 */
export const toolhive: Dialect = {
  name: 'toolhive',
  marksToolError: false,
  recognise(span) {
    const { name } = span.scope;
    if (name !== PROXY && name !== VIRTUAL_SERVER) return undefined;
    const method = mcpMethod(span.attributes);
    if (method === 'tools/call') return { is: 'call', proven: true };
    if (method !== undefined) return { is: 'mcp', method, vantage: roleByKind(span) };
    // The stream over which answers come, not a request; it names the server all the same.
    return name === PROXY && span.name.startsWith('sse.')
      ? { is: 'mcp', method: span.name, vantage: 'server' }
      : undefined;
  },
  read(span) {
    const { attributes } = span;
    return {
      ...conventionParts(span),
      arguments: { form: 'none' },
      vantage: roleByKind(span),
      serverId: stringAttribute(attributes, 'target.workload_name'),
    };
  },
};

export const about: AboutDialect = {
  title: 'ToolHive proxy and virtual MCP server',
  source: 'stacklok/toolhive 0.47.0, captured',
  fingerprint: { attributes: ['mcp.method.name', 'mcp.method'], scopes: [PROXY] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '– (`key=value` text, cut and in no stable order)',
    result: '–',
    server: '`mcp.server.name`; `target.workload_name` of the virtual server',
    decision: '–',
    errors: '`http.response.status_code` of 400 and above, span status',
    cannotSay:
      'arguments; an error of the tool; a refusal, which is HTTP 403 and no more; a call whose client left before the end of the answer, whose span does not speak of MCP',
  },
};
