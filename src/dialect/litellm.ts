import { conventionParts, roleByKind } from './convention-parts.ts';
import type { Dialect } from './dialect.ts';
import { mcpMethod } from './mcp-method.ts';
import { serverIdAttribute } from './server-id.ts';

/** LiteLLM's proxy as an MCP gateway, second version of its OpenTelemetry integration. */
export const litellm: Dialect = {
  name: 'litellm',
  title: 'LiteLLM proxy, OpenTelemetry integration v2',
  source: 'BerriAI/litellm, August 2026, `litellm/integrations/otel`',
  fingerprint: { attributes: ['mcp.method.name'] },
  marksToolError: false,
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '`gen_ai.tool.call.arguments`, where message content is captured',
    argumentsSwitch: '`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only`',
    result: '`gen_ai.tool.call.result`, where message content is captured',
    server: '`litellm.mcp.server.name`',
    decision: '`litellm.guardrail.status` on a sibling, not on the call',
    errors: 'span status, `error.type`, the result',
    cannotSay: 'without content, arguments and an error of the tool; on the call, what a guardrail did',
  },
  recognise(span) {
    if (span.scope.name !== 'litellm') return undefined;
    const method = mcpMethod(span.attributes);
    if (method === undefined) return undefined;
    if (method === 'tools/call') return { is: 'call', proven: true };
    return { is: 'mcp', method, vantage: roleByKind(span) };
  },
  read(span) {
    return {
      ...conventionParts(span),
      vantage: roleByKind(span),
      serverId: serverIdAttribute(span.attributes),
    };
  },
};
