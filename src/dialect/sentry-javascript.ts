import { attribute, type SpanView } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { mcpMethod, mcpRequest } from './mcp-method.ts';
import { sentryArguments } from './sentry-arguments.ts';
import { nameTail, plainNames, toolNameIn } from './tool-keys.ts';

const ORIGINS: ReadonlySet<unknown> = new Set(['auto.function.mcp_server', 'auto.mcp.notification']);

/** `wrapMcpServerWithSentry`. Argument keys were lower-cased, so `readOnly` cannot be told from `readonly`. */
export const sentryJavascript: Dialect = {
  name: 'sentry-javascript',
  marksToolError: true,
  recognise(span) {
    const method = mcpMethod(span.attributes);
    if (method === undefined || !speaksSentry(span)) return undefined;
    return mcpRequest(method, 'server');
  },
  read(span) {
    const { attributes, name, status } = span;
    const toolName = toolNameIn(attributes, 'mcp.tool.name') ?? nameTail(name, 'tools/call ');
    const result = resultSeen(span);
    const cancelled = status.code === 'error' && status.message === 'cancelled';
    return {
      toolName,
      vantage: 'server',
      arguments: sentryArguments(attributes, 'json'),
      result,
      // Versions that drop results with `recordOutputs` off drop `is_error` too: then nothing was seen.
      status: cancelled ? 'cancelled' : result === undefined ? 'unknown' : undefined,
      plainNames: plainNames(toolName, 'tools/call '),
    };
  },
};

export const about: AboutDialect = {
  title: 'Sentry JavaScript SDK up to 10, `wrapMcpServerWithSentry`; 11 keeps its spans to itself',
  source: '@sentry/core 10.63 and 10.78',
  fingerprint: { attributes: ['mcp.method.name'] },
  documents: {
    proof: 'proven',
    vantage: '`server`',
    arguments: '`mcp.request.argument.<lower-cased key>`, JSON-encoded',
    argumentsSwitch: 'the option `recordInputs` of `wrapMcpServerWithSentry`, or `sendDefaultPii`',
    result: '`mcp.tool.result.is_error`',
    server: '`mcp.server.name`',
    decision: '–',
    errors:
      '`mcp.tool.result.is_error`; span status for a JSON-RPC error or a handler that threw, `cancelled` in its message',
    cannotSay:
      'the case of argument keys; how a call ended, where results are not recorded and its version drops `is_error` with them',
  },
};

function speaksSentry({ attributes, scope }: SpanView): boolean {
  const origin = attribute(attributes, 'sentry.origin');
  return origin === undefined ? scope.name.startsWith('@sentry/') : ORIGINS.has(origin);
}

/** Sentry writes `is_error` where the result has it, and the number of content items of every result. */
function resultSeen({ attributes }: SpanView): object | undefined {
  const isError = booleanOf(attribute(attributes, 'mcp.tool.result.is_error'));
  if (isError !== undefined) return { isError };
  return attribute(attributes, 'mcp.tool.result.content_count') === undefined ? undefined : {};
}
