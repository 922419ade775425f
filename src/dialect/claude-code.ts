import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { AboutDialect, Dialect, RawArguments } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { otherToolName } from './tool-keys.ts';

const SPAN_NAME = 'claude_code.tool';
/** What every MCP tool is called where details are not to be logged. */
const UNNAMED_MCP_TOOL = 'mcp_tool';
const SERVER = 'anthropic.mcp.server.name';
const INPUT = 'tool_input';

/**
 * Claude Code and the Claude Agent SDK. How a tool ended, and what the user or a rule decided, is on the children
 * `claude_code.tool.execution` and `claude_code.tool.blocked_on_user`, so this span alone shows neither; its
 * `tool.output` event is there only where the tool gave a result, as text. Detailed tracing writes the arguments below
 * a line that names the tool, and says beside them where it cut them.
 */
export const claudeCode: Dialect = {
  name: 'claude-code',
  marksToolError: false,
  recognise({ attributes, name }) {
    if (name !== SPAN_NAME) return undefined;
    const toolName = toolNameOf(attributes);
    const isMcp = toolName === UNNAMED_MCP_TOOL || stringAttribute(attributes, SERVER) !== undefined;
    return { is: 'call', proven: isMcp || saysMcp(attributes, toolName) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(attributes);
    const other = otherToolName(attributes, toolName);
    const server = stringAttribute(attributes, SERVER);
    return {
      toolName,
      otherToolName: isWhole(toolName, server, other) ? null : other,
      vantage: 'framework',
      serverId: server,
      arguments: argumentsOf(span, toolName),
      result: outputEvent(span, 'output'),
      plainNames: [SPAN_NAME],
    };
  },
};

export const about: AboutDialect = {
  title: 'Claude Code and Claude Agent SDK, traces (beta)',
  source: 'code.claude.com, monitoring-usage, August 2026; @anthropic-ai/claude-agent-sdk 0.3.332',
  fingerprint: { namePrefixes: [SPAN_NAME] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`tool_input`, where details are logged in detailed tracing',
    argumentsSwitch:
      '`OTEL_LOG_TOOL_DETAILS=1`, `ENABLE_BETA_TRACING_DETAILED=1` and `BETA_TRACING_ENDPOINT`',
    result: 'event `tool.output`, where content is logged',
    server: '`anthropic.mcp.server.name`',
    decision: 'on the child `claude_code.tool.blocked_on_user`',
    errors: 'the result in `tool.output`; span status',
    cannotSay:
      'how the call ended, which is on the child `claude_code.tool.execution`; in older versions with details off, which tool it was',
  },
};

function toolNameOf(attributes: Attributes): string | undefined {
  return stringAttribute(attributes, 'tool_name') ?? stringAttribute(attributes, 'gen_ai.tool.name');
}

/** The conventions' key has the tool's own name, and the server's stands beside it. */
function isWhole(toolName: string | undefined, server: string | undefined, own: string | undefined): boolean {
  return server !== undefined && own !== undefined && toolName === `mcp__${server}__${own}`;
}

function argumentsOf(span: SpanView, toolName: string | undefined): RawArguments {
  const { attributes } = span;
  if (attribute(attributes, 'tool_input_truncated') === true) return { form: 'truncated' };
  const value = attribute(attributes, INPUT) ?? outputEvent(span, INPUT);
  const heading = `[TOOL INPUT: ${toolName}]\n`;
  const isHeaded = typeof value === 'string' && value.startsWith(heading);
  return { form: 'json', value: isHeaded ? value.slice(heading.length) : value };
}

function outputEvent({ events }: SpanView, key: string): unknown {
  const event = events.find(({ name }) => name === 'tool.output');
  return event === undefined ? undefined : attribute(event.attributes, key);
}
