import type { Attributes } from '../span/view.ts';

/**
 * Whether any dialect may recognise a span; false for nearly every span of a host process, at the cost of a
 * few look-ups. A span that was handed over may say nothing here: ask for the hand-over beside it.
 *
 * The fingerprints of the registry, written out: this runs twice for every span of the host, and literal keys
 * are three times as fast as a loop over them, twice as fast read as asked for with `in`: attributes come in many
 * shapes. A test holds this equal to what the dialects declare.
 */
export function mayBeToolSpan(scopeName: string, name: string, attributes: Attributes): boolean {
  return (
    attributes['mcp.method.name'] !== undefined ||
    attributes['mcp.method'] !== undefined ||
    attributes['mcp.tool.name'] !== undefined ||
    attributes['rpc.method'] !== undefined ||
    attributes['gen_ai.operation.name'] !== undefined ||
    attributes['openinference.span.kind'] !== undefined ||
    attributes['ai.operationId'] !== undefined ||
    attributes['mlflow.spanType'] !== undefined ||
    SCOPES.has(scopeName) ||
    hasToolName(name)
  );
}

/** The prefixes by their first letters, which nearly no other name begins with. */
function hasToolName(name: string): boolean {
  switch (name[0]) {
    case 'e':
      return name.startsWith('execute_tool ');
    case 'A':
      return name.startsWith('AgentCore.Gateway.');
    case 'M':
      return name.startsWith('MCP ');
    case 'c':
      return name.startsWith('claude_code.tool');
    case 'F':
      return name.startsWith('Function: {name}');
    case 'T':
      return name.startsWith('Tool Usage');
    default:
      return false;
  }
}

/** Scopes that only a dialect's instrumentation uses. */
const SCOPES: ReadonlySet<string> = new Set([
  'fastmcp',
  'mcp-python-sdk',
  'opentelemetry.instrumentation.mcp.instrumentation',
  '@traceloop/instrumentation-mcp',
  'github.com/stacklok/toolhive/pkg/telemetry',
  'github.com/docker/mcp-gateway',
  'mcp-gateway',
  'pydantic-ai',
  'logfire.mcp',
  'langfuse-sdk',
  'langsmith',
]);
