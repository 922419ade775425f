import { type Attributes, attribute } from '../span/view.ts';
import { mcpMethod } from './mcp-method.ts';

/** Google ADK writes the class name of the tool, in Python and in JavaScript; CrewAI that it is MCP's. */
const MCP_TOOL_TYPES: ReadonlySet<unknown> = new Set(['McpTool', 'MCPTool', 'mcp']);

/**
 * Whether a framework's tool span says that its tool is an MCP one: by tool type, span type, or tool name, or by
 * the conventions' method, which a client may put on the span of the framework that called it.
 */
export function saysMcp(attributes: Attributes, toolName: string | undefined): boolean {
  return (
    (toolName !== undefined && isMcpToolName(toolName)) ||
    MCP_TOOL_TYPES.has(attribute(attributes, 'gen_ai.tool.type')) ||
    attribute(attributes, 'mastra.span.type') === 'mcp_tool_call' ||
    mcpMethod(attributes) === 'tools/call'
  );
}

/** `mcp__server__tool`, as Claude Code, Codex and others name MCP tools. */
function isMcpToolName(name: string): boolean {
  if (!name.startsWith('mcp__')) return false;
  const separator = name.indexOf('__', 6);
  return separator !== -1 && separator + 2 < name.length;
}
