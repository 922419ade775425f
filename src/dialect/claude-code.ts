import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { otherToolName } from './tool-keys.ts';

const SPAN_NAME = 'claude_code.tool';
/** What every MCP tool is called where details are not to be logged. */
const UNNAMED_MCP_TOOL = 'mcp_tool';

/**
 * Claude Code and the Claude Agent SDK. How a tool ended, and what the user or a rule decided, is on the children
 * `claude_code.tool.execution` and `claude_code.tool.blocked_on_user`, so this span alone shows neither; its
 * `tool.output` event is there only where the tool gave a result.
 */
export const claudeCode: Dialect = {
  name: 'claude-code',
  title: 'Claude Code and Claude Agent SDK, traces (beta)',
  source: 'code.claude.com, monitoring-usage, August 2026',
  fingerprint: { namePrefixes: [SPAN_NAME] },
  marksToolError: false,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`tool_input`, where details are logged',
    argumentsSwitch: '`OTEL_LOG_TOOL_DETAILS=1`',
    result: 'event `tool.output`, where content is logged',
    server: '–',
    decision: 'on the child `claude_code.tool.blocked_on_user`',
    errors: 'the result in `tool.output`; span status',
    cannotSay:
      'how the call ended, which is on the child `claude_code.tool.execution`; with details off, which tool it was',
  },
  recognise({ attributes, name }) {
    if (name !== SPAN_NAME) return undefined;
    const toolName = toolNameOf(attributes);
    return { is: 'call', proven: toolName === UNNAMED_MCP_TOOL || saysMcp(attributes, toolName) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(attributes);
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: {
        form: 'json',
        value: attribute(attributes, 'tool_input') ?? outputEvent(span, 'tool_input'),
      },
      result: outputEvent(span, 'output'),
      plainNames: [SPAN_NAME],
    };
  },
};

function toolNameOf(attributes: Attributes): string | undefined {
  return stringAttribute(attributes, 'tool_name') ?? stringAttribute(attributes, 'gen_ai.tool.name');
}

function outputEvent({ events }: SpanView, key: string): unknown {
  const event = events.find(({ name }) => name === 'tool.output');
  return event === undefined ? undefined : attribute(event.attributes, key);
}
