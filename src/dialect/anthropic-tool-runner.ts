import { attribute, type SpanView } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { executesTool, genAiArguments, genAiToolName, plainNames } from './tool-keys.ts';

/** A tool that the SDK's helper made of an MCP server's. */
const MCP_TOOL = 'anthropic.mcp_tool_use ';
/** That, one of Anthropic's own toolset (and, as documented, any tool), and one that the application defined. */
const PREFIXES = [MCP_TOOL, 'anthropic.tool_use ', 'anthropic.custom_tool_use '];
/** Of its SDKs, which mark an error that the tool returned; the platform's own spans are under another. */
const SDK_SCOPE = 'com.anthropic.sdk.';

/** The tool runner of Anthropic's SDKs, and the tools that its platform ran. A span left unset was cancelled. */
export const anthropicToolRunner: Dialect = {
  name: 'anthropic-tool-runner',
  marksToolError: true,
  recognise(span) {
    if (!executesTool(span.attributes)) return undefined;
    const prefix = prefixOf(span);
    if (prefix === undefined) return undefined;
    return {
      is: 'call',
      proven: prefix === MCP_TOOL || saysMcp(span.attributes, genAiToolName(span, ...PREFIXES)),
    };
  },
  read(span) {
    const { attributes } = span;
    const toolName = genAiToolName(span, ...PREFIXES);
    const result =
      attribute(attributes, 'anthropic.tool_result.content') ??
      attribute(attributes, 'gen_ai.tool.call.result');
    return {
      toolName,
      vantage: 'framework',
      arguments: genAiArguments(attributes),
      result,
      status: result === undefined ? statusOf(span) : undefined,
      plainNames: plainNames(toolName, prefixOf(span) ?? MCP_TOOL),
    };
  },
};

export const about: AboutDialect = {
  title: 'Anthropic SDK tool runner and Claude platform, OpenTelemetry (beta)',
  source:
    'platform.claude.com, OpenTelemetry span reference, August 2026; captured of anthropic 2.14.0 and @anthropic-ai/sdk 1.14.0',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gen_ai.tool.call.arguments`',
    argumentsSwitch:
      '`ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content`, or the same as an option of the client',
    result: '`anthropic.tool_result.content`; a span status left unset is a cancelled call',
    server: '–',
    decision: '–',
    errors: 'span status and `error.type`, the result',
    cannotSay: 'the server; without content, arguments, and of the platform an error that the tool returned',
  },
};

function prefixOf({ name }: SpanView): string | undefined {
  return PREFIXES.find((prefix) => name.startsWith(prefix));
}

/** Without a result. That a span of the platform's is OK may say no more than that the step came to its end. */
function statusOf({
  attributes,
  endTimeUnixNano,
  scope,
  status,
}: SpanView): 'cancelled' | 'unknown' | undefined {
  const isUnset = status.code === 'unset' && attribute(attributes, 'error.type') === undefined;
  if (isUnset) return endTimeUnixNano === '0' ? 'unknown' : 'cancelled';
  return scope.name.startsWith(SDK_SCOPE) ? undefined : 'unknown';
}
