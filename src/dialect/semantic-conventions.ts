import { attribute } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/** AWS's distribution for Python: on a server it sees the request alone, and says OK whatever the tool answered. */
const AWS_DISTRIBUTION = 'amazon.opentelemetry.distro.instrumentation.mcp';

/**
 * The MCP semantic conventions in every revision, whoever wrote the span: our own instrumentation (scope
 * `assay-otel/mcp`) among others. A client may put them on a framework's INTERNAL `execute_tool` span.
 */
export const semanticConventions: Dialect = {
  name: 'semantic-conventions',
  title: 'OpenTelemetry MCP semantic conventions, and their older drafts',
  source:
    'semantic-conventions 1.39–1.41, semantic-conventions-genai 0.1.0; drafts with `mcp.tool.name`, `mcp.method`; the C# SDK, the AWS distribution for Python and Jooby among those that write it',
  fingerprint: { attributes: ['mcp.method.name', 'mcp.method'] },
  marksToolError: true,
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '`gen_ai.tool.call.arguments`, structured or JSON text',
    argumentsSwitch:
      'opt-in, in each instrumentation by a setting of its own; in many `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`',
    result: '`gen_ai.tool.call.result`, structured or JSON text',
    server: '`mcp.server.name` and others that extend the conventions; `server.address`',
    decision: '–',
    errors: '`error.type`, span status, `rpc.response.status_code`, the result',
    cannotSay:
      'a refusal, for which they have no attribute; without opt-in, arguments; on a server of the AWS distribution, an error of the tool',
  },
  recognise(span) {
    const method = mcpMethod(span.attributes);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    return { is: 'mcp', method, vantage: span.kind === 'server' ? 'server' : 'client' };
  },
  read({ attributes, kind, name, scope }) {
    const toolName =
      toolNameIn(attributes, 'gen_ai.tool.name') ??
      nameTail(name, 'tools/call ', 'execute_tool ', 'mcp tools/call ');
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: kind === 'server' ? 'server' : 'client',
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') },
      result: attribute(attributes, 'gen_ai.tool.call.result'),
      status: kind === 'server' && scope.name === AWS_DISTRIBUTION ? 'unknown' : undefined,
      plainNames: plainNames(toolName, 'tools/call ', 'execute_tool '),
    };
  },
};
