import { conventionParts, roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';

/** LiteLLM's proxy as an MCP gateway, second version of its OpenTelemetry integration. */
export const litellm: Dialect = {
  name: 'litellm',
  marksToolError: false,
  recognise(span) {
    if (span.scope.name !== 'litellm') return undefined;
    return mcpRequest(mcpMethod(span.attributes), roleByKind(span));
  },
  read(span) {
    return {
      ...conventionParts(span),
      vantage: roleByKind(span),
    };
  },
};

export const about: AboutDialect = {
  title: 'LiteLLM proxy, OpenTelemetry integration v2',
  source: 'BerriAI/litellm, August 2026, `litellm/integrations/otel`',
  fingerprint: { attributes: ['mcp.method.name'] },
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
};
