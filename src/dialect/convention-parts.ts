import { attribute, type SpanView } from '../span/view.ts';
import type { CallReading } from './dialect.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/** What a span says of its call under the MCP conventions' keys, for dialects that add to them. */
export function conventionParts({
  attributes,
  name,
}: SpanView): Pick<CallReading, 'toolName' | 'otherToolName' | 'arguments' | 'result' | 'plainNames'> {
  const toolName = toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, 'tools/call ');
  return {
    toolName,
    otherToolName: otherToolName(attributes, toolName),
    arguments: { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') },
    result: attribute(attributes, 'gen_ai.tool.call.result'),
    plainNames: plainNames(toolName, 'tools/call '),
  };
}

/** The role of a span that the conventions gave its kind: who is no server sent the request. */
export function roleByKind({ kind }: Pick<SpanView, 'kind'>): 'server' | 'client' {
  return kind === 'server' ? 'server' : 'client';
}
