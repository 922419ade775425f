/** Whether only a GenAI instrumentation writes such a span: its trace gets a checkpoint even without a tool call. */
export function isGenAi(attributes: Readonly<Record<string, unknown>>): boolean {
  return (
    'gen_ai.operation.name' in attributes ||
    'gen_ai.system' in attributes ||
    'openinference.span.kind' in attributes ||
    'traceloop.span.kind' in attributes ||
    'ai.operationId' in attributes
  );
}

/** Of those, all but spans of a tool itself: what a tool's span calls has lost its caller all the same. */
export function isAgent(attributes: Readonly<Record<string, unknown>>): boolean {
  return isGenAi(attributes) && !isToolSpan(attributes);
}

function isToolSpan(attributes: Readonly<Record<string, unknown>>): boolean {
  return (
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['openinference.span.kind'] === 'TOOL' ||
    attributes['traceloop.span.kind'] === 'tool' ||
    attributes['ai.operationId'] === 'ai.toolCall'
  );
}
