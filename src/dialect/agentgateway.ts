import { attribute, type SpanView } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import { conventionParts, roleByKind } from './convention-parts.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { integerAttribute } from './integer-attribute.ts';
import { mcpMethod } from './mcp-method.ts';

/**
 * agentgateway. A tool's own error stays in the result, which it does not record. A refusal by its rules looks like
 * a tool that does not exist, so it is an error and no decision.
 */
export const agentgateway: Dialect = {
  name: 'agentgateway',
  marksToolError: false,
  recognise(span) {
    if (span.scope.name !== 'agentgateway') return undefined;
    const method = mcpMethod(span.attributes);
    if (method === undefined) return undefined;
    // It asks its guardrails by gRPC, on a span named by the path that says which call it asks about.
    const isCall = method === 'tools/call' && !span.name.startsWith('/');
    return isCall ? { is: 'call', proven: true } : { is: 'mcp', method, vantage: roleByKind(span) };
  },
  read(span) {
    const { attributes } = span;
    const parts = conventionParts(span);
    return {
      ...parts,
      arguments: {
        form: 'json',
        value:
          attribute(attributes, 'mcp.tool.arguments') ?? attribute(attributes, 'gen_ai.tool.call.arguments'),
      },
      result: attribute(attributes, 'mcp.tool.result') ?? parts.result,
      vantage: roleByKind(span),
      status: hasFailed(span) ? 'error' : undefined,
      plainNames: [...parts.plainNames, 'tools/call'],
    };
  },
};

export const about: AboutDialect = {
  title: 'agentgateway',
  source: 'agentgateway/agentgateway, August 2026',
  fingerprint: { attributes: ['mcp.method.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server` by span kind, else `client`',
    arguments: '`mcp.tool.arguments` or `gen_ai.tool.call.arguments`, where the operator adds them',
    argumentsSwitch: '`mcp.tool.arguments` among the `fields` of its `tracing` configuration',
    result: '`mcp.tool.error`, `mcp.tool.result` or `gen_ai.tool.call.result`, where the operator adds them',
    server: '`mcp.target`',
    decision: '–',
    errors: 'span status, `mcp.error.code`, `http.status`; `mcp.tool.error`, where the operator adds it',
    cannotSay:
      'without fields of the operator, arguments and an error of the tool; a refusal, which looks like a tool that does not exist',
  },
};

/** `mcp.tool.error` is a field of the operator's: a flag, or what went wrong. */
function hasFailed({ attributes }: SpanView): boolean {
  if ((integerAttribute(attributes, 'http.status') ?? 0) >= 400) return true;
  const error = attribute(attributes, 'mcp.tool.error') ?? '';
  return error !== '' && booleanOf(error) !== false;
}
