import type { SpanView } from '../span/view.ts';
import type { CallReading } from './dialect.ts';
import { genAiArguments, genAiResult, genAiToolName, plainNames } from './tool-keys.ts';

/** What a span says of its call under the MCP conventions' keys, for dialects that add to them. */
export function conventionParts(
  span: SpanView,
): Pick<CallReading, 'toolName' | 'arguments' | 'result' | 'plainNames'> {
  const { attributes } = span;
  const toolName = genAiToolName(span, 'tools/call ');
  return {
    toolName,
    arguments: genAiArguments(attributes),
    result: genAiResult(attributes),
    plainNames: plainNames(toolName, 'tools/call '),
  };
}

/** The role of a span that the conventions gave its kind: who is no server sent the request. */
export function roleByKind({ kind }: Pick<SpanView, 'kind'>): 'server' | 'client' {
  return kind === 'server' ? 'server' : 'client';
}
