import type { Vantage } from '../span/observed-call.ts';
import { type Attributes, stringAttribute } from '../span/view.ts';
import type { Recognition } from './dialect.ts';

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

/** A span of an MCP request with this method; `undefined` where it has none. */
export function mcpRequest(method: string | undefined, vantage: Vantage): Recognition | undefined {
  if (method === undefined) return undefined;
  return method === 'tools/call' ? { is: 'call', proven: true } : { is: 'mcp', method, vantage };
}
