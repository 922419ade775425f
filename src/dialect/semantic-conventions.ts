import { roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { genAiArguments, genAiResult, genAiToolName, plainNames } from './tool-keys.ts';

/** AWS's distribution for Python: on a server it sees the request alone, and says OK whatever the tool answered. */
const AWS_DISTRIBUTION = 'amazon.opentelemetry.distro.instrumentation.mcp';

/**
 * The MCP semantic conventions in every revision, whoever wrote the span: our own instrumentation (scope
 * `assay-otel/mcp`) among others. A client may put them on a framework's INTERNAL `execute_tool` span.
 */
export const semanticConventions: Dialect = {
  name: 'semantic-conventions',
  marksToolError: true,
  recognise(span) {
    return mcpRequest(mcpMethod(span.attributes), roleByKind(span));
  },
  read(span) {
    const { attributes, kind, scope } = span;
    const toolName = genAiToolName(span, 'tools/call ', 'execute_tool ', 'mcp tools/call ');
    return {
      toolName,
      vantage: roleByKind(span),
      arguments: genAiArguments(attributes),
      result: genAiResult(attributes),
      status: kind === 'server' && scope.name === AWS_DISTRIBUTION ? 'unknown' : undefined,
      plainNames: plainNames(toolName, 'tools/call ', 'execute_tool '),
    };
  },
};

export const about: AboutDialect = {
  title: 'OpenTelemetry MCP semantic conventions, and their older drafts',
  source:
    'semantic-conventions 1.39–1.41, semantic-conventions-genai 0.1.0; drafts with `mcp.tool.name`, `mcp.method`; the C# SDK, the AWS distribution for Python and Jooby among those that write it',
  fingerprint: { attributes: ['mcp.method.name', 'mcp.method'] },
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
};
