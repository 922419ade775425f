import type { Vantage } from '../span/observed-call.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { serverIdAttribute } from './server-id.ts';

const PYTHON = 'opentelemetry.instrumentation.mcp.instrumentation';
const JAVASCRIPT = '@traceloop/instrumentation-mcp';
/** A server is named `<server>.mcp`; a JavaScript client, always of kind CLIENT, writes its own name so. */
const SERVER_SUFFIX = '.mcp';

/** Traceloop's (OpenLLMetry's) MCP instrumentation. No attribute says MCP: its scope does. */
export const traceloop: Dialect = {
  name: 'traceloop',
  marksToolError: true,
  recognise(span) {
    if (span.scope.name !== PYTHON && span.scope.name !== JAVASCRIPT) return undefined;
    if (attribute(span.attributes, 'traceloop.span.kind') === 'tool' || span.name.endsWith('.tool')) {
      return { is: 'call', proven: true };
    }
    const method = span.name.endsWith('.mcp') ? span.name.slice(0, -'.mcp'.length) : span.name;
    return { is: 'mcp', method, vantage: vantageOf(span) };
  },
  read(span) {
    const { attributes, name, status } = span;
    const fromName = name.endsWith('.tool') ? name.slice(0, -'.tool'.length) || undefined : undefined;
    const entity = stringAttribute(attributes, 'traceloop.entity.name');
    const wrapped = wrappedToolName(attributes);
    const toolName = entity ?? wrapped ?? fromName;
    const vantage = vantageOf(span);
    return {
      toolName,
      otherToolName: (entity === undefined ? fromName : wrapped) ?? null,
      vantage,
      serverId: serverIdAttribute(attributes) ?? (vantage === 'server' ? serverName(span) : undefined),
      arguments: { form: 'json', value: attribute(attributes, 'traceloop.entity.input'), wrapper },
      result: attribute(attributes, 'traceloop.entity.output'),
      // A success is set to OK here, so an unset span (cancelled, never answered) says nothing.
      status: status.code === 'unset' ? 'unknown' : undefined,
      plainNames: [`${toolName ?? ''}.tool`],
    };
  },
};

export const about: AboutDialect = {
  title: 'Traceloop (OpenLLMetry) MCP instrumentation, Python and JavaScript',
  source: 'opentelemetry-instrumentation-mcp 0.62.1 and 0.62.4, @traceloop/instrumentation-mcp 0.27.0',
  fingerprint: { scopes: [PYTHON, JAVASCRIPT] },
  documents: {
    proof: 'proven',
    vantage: '`server` where Python names a FastMCP server, else `client`',
    arguments: '`traceloop.entity.input`, in `{tool_name, arguments}`',
    argumentsSwitch:
      '`TRACELOOP_TRACE_CONTENT=true`, the default; a Python client records them whatever it says',
    result: '`traceloop.entity.output`',
    server: '`traceloop.workflow.name` less `.mcp`, on the server side',
    decision: '–',
    errors: 'span status, `is_error` in the output; `error.type` in Python',
    cannotSay: 'on the client, the server; how a call ended that was never answered',
  },
};

function serverName({ attributes }: SpanView): string | undefined {
  const workflow = stringAttribute(attributes, 'traceloop.workflow.name');
  if (workflow?.endsWith(SERVER_SUFFIX) !== true) return undefined;
  return workflow.slice(0, -SERVER_SUFFIX.length) || undefined;
}

function vantageOf(span: SpanView): Vantage {
  if (attribute(span.attributes, 'traceloop.span.kind') === 'server') return 'server';
  return span.kind !== 'client' && serverName(span) !== undefined ? 'server' : 'client';
}

function wrappedToolName(attributes: Attributes): string | undefined {
  const input = attribute(attributes, 'traceloop.entity.input');
  return stringAttribute(decodedFields(input), 'tool_name');
}

/** `{tool_name, arguments}`; a call without arguments has the name alone, or `null` for them. */
function wrapper(decoded: unknown): unknown {
  if (!isJsonObject(decoded)) return undefined;
  if (Object.hasOwn(decoded, 'arguments')) return decoded.arguments;
  return Object.hasOwn(decoded, 'tool_name') ? null : undefined;
}
