import { type SpanView, stringAttribute } from '../span/view.ts';
import { conventionParts, roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';

/**
 * Envoy AI Gateway, in either of its vocabularies. One span of kind CLIENT stands for the call; which server it
 * went to is in an event. What it does about `isError` differs by version, so its silence is no success.
 */
export const envoyAiGateway: Dialect = {
  name: 'envoy-ai-gateway',
  marksToolError: false,
  recognise(span) {
    if (span.scope.name !== 'envoyproxy/ai-gateway') return undefined;
    return mcpRequest(mcpMethod(span.attributes), roleByKind(span));
  },
  read(span) {
    const parts = conventionParts(span);
    return {
      ...parts,
      vantage: roleByKind(span),
      serverId: backend(span),
      plainNames: [...parts.plainNames, 'CallTool'],
    };
  },
};

export const about: AboutDialect = {
  title: 'Envoy AI Gateway, default vocabulary and `AI_GATEWAY_TRACING_SEMCONV=gen_ai`',
  source: 'envoyproxy/ai-gateway, August 2026',
  fingerprint: { attributes: ['mcp.method.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '`gen_ai.tool.call.arguments`, where content is captured',
    argumentsSwitch:
      '`AI_GATEWAY_TRACING_SEMCONV=gen_ai` and `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`',
    result: '`gen_ai.tool.call.result`, where content is captured',
    server: '`mcp.backend.name` of the event `route to backend`',
    decision: '–',
    errors: 'span status; under `gen_ai`, `error.type` and `rpc.response.status_code`',
    cannotSay: 'without content, that the tool succeeded; a refusal, which is an error like others',
  },
};

/** The last one: a call that was routed again ended there. */
function backend({ events }: SpanView): string | undefined {
  const route = events.findLast(
    ({ name, attributes }) =>
      name === 'route to backend' && stringAttribute(attributes, 'mcp.backend.name') !== undefined,
  );
  return route && stringAttribute(route.attributes, 'mcp.backend.name');
}
