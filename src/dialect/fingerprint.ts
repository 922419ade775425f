import type { Attributes } from '../span/view.ts';

/**
 * Whether any dialect may recognise a span; false for nearly every span of a host process, at the cost of a
 * few look-ups. A span that was handed over may say nothing here: ask for the hand-over beside it.
 *
 * The fingerprints of the registry, written out: this runs twice for every span of the host, and literal keys
 * are three times as fast as a loop over them. A test holds this equal to what the dialects declare.
 */
export function mayBeToolSpan(scopeName: string, name: string, attributes: Attributes): boolean {
  return (
    'mcp.method.name' in attributes ||
    'mcp.method' in attributes ||
    'rpc.method' in attributes ||
    'gen_ai.operation.name' in attributes ||
    'openinference.span.kind' in attributes ||
    'ai.operationId' in attributes ||
    SCOPES.has(scopeName) ||
    name.startsWith('execute_tool ')
  );
}

/** Scopes that only a dialect's instrumentation uses. */
const SCOPES: ReadonlySet<string> = new Set([
  'fastmcp',
  'mcp-python-sdk',
  'opentelemetry.instrumentation.mcp.instrumentation',
  '@traceloop/instrumentation-mcp',
]);
