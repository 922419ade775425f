import type { Attributes } from '@opentelemetry/api';
import { textField } from './foreign.ts';

/** What a span says of a request before it is answered. */
export interface RequestDescription {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Bounded, so that a peer cannot fill span names and attributes with text of its choice. */
const METHOD_NAME = /^[\w$./-]{1,128}$/;

/**
 * Span name and start attributes of an MCP request, by the GenAI semantic conventions for MCP. Arguments,
 * prompt variables and resource URIs are content (a URI can be a path with a name, or carry a token) and are
 * never set: `mcp.resource.uri`, conditionally required there, is left out on purpose.
 */
export function describeRequest(method: string, params: unknown): RequestDescription {
  const methodName = METHOD_NAME.test(method) ? method : '_OTHER';
  const toolName = method === 'tools/call' ? textField(params, 'name') : undefined;
  const promptName = method === 'prompts/get' ? textField(params, 'name') : undefined;
  const target = toolName ?? promptName;
  return {
    name: target === undefined ? methodName : `${methodName} ${target}`,
    attributes: {
      'mcp.method.name': methodName,
      ...(method === 'tools/call' && { 'gen_ai.operation.name': 'execute_tool' }),
      ...(toolName !== undefined && { 'gen_ai.tool.name': toolName }),
      ...(promptName !== undefined && { 'gen_ai.prompt.name': promptName }),
    },
  };
}

/** `jsonrpc.request.id` is a string by convention, and absent where the id is. */
export function requestIdAttribute(id: unknown): Attributes {
  return typeof id === 'string' || typeof id === 'number' ? { 'jsonrpc.request.id': String(id) } : {};
}
