import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import type { AboutDialect, CallReading, Dialect, RawArguments } from './dialect.ts';
import { withoutRedacted } from './mastra-redaction.ts';
import { mcpRequest } from './mcp-method.ts';
import { saysMcp } from './proof.ts';
import { argumentsInParams, requestParams } from './request-params.ts';
import { genAiToolName, plainNames } from './tool-keys.ts';

const TOOL_SPANS: ReadonlySet<unknown> = new Set(['mcp_tool_call', 'tool_call', 'provider_tool_call']);
const SERVER_INPUT = 'mastra.mcp_server_request.input';

/** Mastra's OTel exporter: tool spans of an agent, and the requests that its MCP server answered. */
export const mastra: Dialect = {
  name: 'mastra',
  marksToolError: false,
  recognise(span) {
    const { attributes } = span;
    const type = attribute(attributes, 'mastra.span.type');
    if (type === 'mcp_server_request') {
      return mcpRequest(stringAttribute(attributes, 'mcp.method.name'), 'server');
    }
    if (!TOOL_SPANS.has(type) || attribute(attributes, 'gen_ai.operation.name') === undefined)
      return undefined;
    return { is: 'call', proven: saysMcp(attributes, genAiToolName(span, 'execute_tool ', 'tool.execute ')) };
  },
  read(span) {
    const { attributes, status } = span;
    const isServer = attribute(attributes, 'mastra.span.type') === 'mcp_server_request';
    return {
      ...(isServer ? readServer(span) : readTool(span)),
      // A span that has ended is OK or ERROR here, so an unset one says nothing.
      status: status.code === 'unset' ? 'unknown' : success(attributes),
    };
  },
};

export const about: AboutDialect = {
  title: 'Mastra OpenTelemetry exporter, 1 and 0.3',
  source: '@mastra/otel-exporter 1.4.0 and 0.3.3, @mastra/mcp 2.0.0',
  fingerprint: { attributes: ['gen_ai.operation.name', 'mcp.method.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`; `server` for `mcp_server_request`',
    arguments: '`gen_ai.tool.call.arguments`, `gen_ai.tool.input`; `mastra.mcp_server_request.input`',
    result: '`gen_ai.tool.call.result`, `gen_ai.tool.output`; `mastra.mcp_server_request.output`',
    server:
      '`mastra.mcp_tool_call.server_name`, `mcp.server`, `mastra.mcp_server_request.server_name`; `server.address` is its name too',
    decision: '–',
    errors: 'span status and `error.type`, `isError` in the result; `gen_ai.tool.success` in 0.3',
    cannotSay:
      'values that its filter redacted; with `onToolError: "return"`, an error of a tool that gave structured content, which reads as a success: its result bears no mark',
  },
};

function success(attributes: Attributes): CallReading['status'] {
  return booleanOf(attribute(attributes, 'gen_ai.tool.success')) === false ? 'error' : undefined;
}

function readTool(span: SpanView): CallReading {
  const { attributes } = span;
  const toolName = genAiToolName(span, 'execute_tool ', 'tool.execute ');
  return {
    toolName,
    vantage: 'framework',
    arguments: {
      form: 'json',
      value: first(attributes, 'gen_ai.tool.call.arguments', 'gen_ai.tool.input', 'input'),
      wrapper: withoutRedacted,
    },
    result: first(attributes, 'gen_ai.tool.call.result', 'gen_ai.tool.output', 'output'),
    plainNames: plainNames(toolName, 'execute_tool ', 'tool.execute '),
  };
}

function readServer({ attributes }: SpanView): CallReading {
  const input = attribute(attributes, SERVER_INPUT);
  const params = requestParams(input, (decoded) => decoded);
  const target = stringAttribute(attributes, 'mastra.mcp_server_request.target_name');
  const toolName = target ?? params.toolName;
  const wrapper = (decoded: unknown) => withoutRedacted(argumentsInParams(decoded));
  const raw: RawArguments = { form: 'json', value: input, wrapper };
  return {
    toolName,
    otherToolName: params.toolName,
    vantage: 'server',
    serverId: stringAttribute(attributes, 'mastra.mcp_server_request.server_name'),
    arguments: raw,
    result: attribute(attributes, 'mastra.mcp_server_request.output'),
    traceparent: params.traceparent,
    plainNames: plainNames(toolName, 'tools/call '),
  };
}

function first(attributes: Attributes, ...keys: readonly string[]): unknown {
  return keys.map((key) => attribute(attributes, key)).find((value) => value !== undefined);
}
