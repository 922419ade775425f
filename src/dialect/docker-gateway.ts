import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import { roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { toolNameIn } from './tool-keys.ts';

const SCOPE = 'github.com/docker/mcp-gateway';
const CALL = 'mcp.tool.call';

/** Its names of the other methods. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['mcp.initialize', 'initialize'],
  ['mcp.list.tools', 'tools/list'],
  ['mcp.list.prompts', 'prompts/list'],
  ['mcp.list.resources', 'resources/list'],
  ['mcp.list.resource_templates', 'resources/templates/list'],
  ['mcp.prompt.get', 'prompts/get'],
  ['mcp.resource.read', 'resources/read'],
  ['mcp.resource_template.read', 'resources/read'],
]);

/**
 * Docker's MCP gateway. It marks a tool's own error as OK, and a call that its policy refuses leaves no span at all:
 * absence of a refusal here says nothing.
 */
export const dockerGateway: Dialect = {
  name: 'docker-gateway',
  marksToolError: false,
  recognise(span) {
    if (span.name === CALL && namesTool(span)) return { is: 'call', proven: true };
    const method = span.scope.name === SCOPE ? METHODS.get(span.name) : undefined;
    return mcpRequest(method, roleByKind(span));
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameIn(attributes, 'mcp.tool.name');
    return {
      toolName,
      vantage: roleByKind(span),
      arguments: { form: 'none' },
      status: booleanOf(attribute(attributes, 'mcp.tool.error')) === true ? 'error' : undefined,
      plainNames: [CALL],
    };
  },
};

export const about: AboutDialect = {
  title: 'Docker MCP Gateway',
  source: 'docker/mcp-gateway, July 2026',
  fingerprint: { scopes: [SCOPE], attributes: ['mcp.tool.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '–',
    result: '–',
    server: '`mcp.server.name`',
    decision: '–',
    errors: 'span status; `mcp.tool.error` of its command line',
    cannotSay: 'arguments; an error of the tool; a call that its policy refused, which leaves no span',
  },
};

/** Others give spans this name too: it takes the tool's name to be a call, and one that says more is read by more. */
function namesTool({ attributes, scope }: SpanView): boolean {
  if (scope.name === SCOPE) return true;
  return stringAttribute(attributes, 'mcp.tool.name') !== undefined && mcpMethod(attributes) === undefined;
}
