import { type Attributes, stringAttribute } from '../span/view.ts';

/**
 * The MCP method under the conventions' key, or under that of their older drafts. Where the two differ and one
 * is `tools/call`, it is that: a call that is taken for something else would be no call at all.
 */
export function mcpMethod(attributes: Attributes): string | undefined {
  const draft = stringAttribute(attributes, 'mcp.method');
  return draft === 'tools/call' ? draft : (stringAttribute(attributes, 'mcp.method.name') ?? draft);
}

/** Whether both keys are there and differ. */
export function mcpMethodsDiffer(attributes: Attributes): boolean {
  const draft = stringAttribute(attributes, 'mcp.method');
  return draft !== undefined && draft !== (stringAttribute(attributes, 'mcp.method.name') ?? draft);
}
