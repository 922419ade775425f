import { attribute, type SpanView } from '../span/view.ts';
import { booleanOf } from './boolean-word.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { withoutValues } from './json-object.ts';
import { toolNameIn } from './tool-keys.ts';

const SCOPE = 'mcp-gateway';
const INVOKE = 'tool.invoke';
const CLIENT_CALL = 'mcp.client.call';
/** A client opens its session with the gateway. */
const OPENED = 'mcp.initialize';
/** Parts of the call that it makes: the session being opened, the request going out, the answer coming in. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['mcp.client.initialize', 'initialize'],
  ['mcp.client.request', 'tools/call'],
  ['mcp.client.response', 'tools/call'],
]);
/** What its redaction leaves in place of a value. */
const REDACTED = '***';

/**
 * IBM ContextForge. `tool.invoke` is the call that it was asked for, under the name that it gives the tool;
 * `mcp.client.call` below it the one that it makes, under the tool's own. Neither says whether the tool failed:
 * `success` is that of the gateway.
 */
export const contextforge: Dialect = {
  name: 'contextforge',
  marksToolError: false,
  recognise({ name, scope }) {
    if (scope.name !== SCOPE) return undefined;
    if (name === INVOKE || name === CLIENT_CALL) return { is: 'call', proven: true };
    if (name === OPENED) return { is: 'mcp', method: 'initialize', vantage: 'server' };
    const method = PARTS.get(name);
    return method === undefined ? undefined : { is: 'mcp', method, vantage: 'client' };
  },
  read(span) {
    const { attributes, name } = span;
    const isInvoke = name === INVOKE;
    const toolName = toolNameIn(attributes, isInvoke ? 'tool.name' : 'mcp.tool.name');
    return {
      toolName,
      vantage: isInvoke ? 'gateway' : 'client',
      arguments: {
        form: 'json',
        value: attribute(attributes, 'langfuse.observation.input'),
        wrapper: withoutRedacted,
      },
      result: attribute(attributes, 'langfuse.observation.output'),
      status: hasFailed(span) ? 'error' : undefined,
      plainNames: [INVOKE, CLIENT_CALL],
    };
  },
};

export const about: AboutDialect = {
  title: 'IBM ContextForge MCP Gateway',
  source: 'IBM/mcp-context-forge, August 2026',
  fingerprint: { scopes: [SCOPE] },
  documents: {
    proof: 'proven',
    vantage: '`gateway`; `client` for `mcp.client.call`',
    arguments: '`langfuse.observation.input`, redacted',
    argumentsSwitch: '`OTEL_CAPTURE_INPUT_SPANS=tool.invoke`',
    result: '`langfuse.observation.output`, redacted',
    server: '`server.address` of `mcp.client.call`',
    decision: '–',
    errors: '`success`, `upstream.response.success`, `error`, `error.type`',
    cannotSay:
      'values that it redacted; without output, an error of the tool; a refusal by one of its plug-ins, which is an error like others',
  },
};

/** A redacted value counts as missing: what stands in its place is nobody's argument. */
function withoutRedacted(decoded: unknown): unknown {
  return withoutValues(decoded, (value) => value === REDACTED);
}

function hasFailed({ attributes }: SpanView): boolean {
  return (
    booleanOf(attribute(attributes, 'success')) === false ||
    booleanOf(attribute(attributes, 'upstream.response.success')) === false ||
    booleanOf(attribute(attributes, 'error')) === true
  );
}
