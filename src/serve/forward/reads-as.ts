import { mayBeToolSpan } from '../../dialect/fingerprint.ts';
import { type IdentifyOptions, identify } from '../../dialect/recognise.ts';
import type { SpanFact } from '../../run/span-fact.ts';
import type { SpanView } from '../../span/view.ts';

const AS_ANY_READER: IdentifyOptions = { toolSpans: 'mcp', localTools: new Set() };

/** Whether the next reader will take a span, as it is to leave, for what it was taken for here: no call, but perhaps of MCP. */
export function isReadAs(leaving: SpanView, { tool, mcp }: SpanFact): boolean {
  const { scope, name, attributes } = leaving;
  const is = mayBeToolSpan(scope.name, name, attributes) ? identify(leaving, AS_ANY_READER).is : 'other';
  return is === (tool !== undefined ? 'tool' : mcp !== undefined ? 'mcp' : 'other');
}
