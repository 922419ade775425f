import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { AboutDialect, Dialect, RawArguments } from './dialect.ts';
import { isEmptyObject } from './empty-object.ts';
import { withoutInputWrapper } from './input-wrapper.ts';
import { saysMcp } from './proof.ts';
import { executesTool } from './tool-keys.ts';

/** LangSmith's OTel exporter: the tool runs of LangChain, LangGraph and `traceable`. Status is OK unless it raised. */
export const langsmith: Dialect = {
  name: 'langsmith',
  marksToolError: false,
  recognise(span) {
    const { attributes, scope } = span;
    if (attribute(attributes, 'langsmith.span.kind') !== 'tool') return undefined;
    const isOwn = scope.name === 'langsmith' || executesTool(attributes);
    return isOwn ? { is: 'call', proven: saysMcp(attributes, toolNameOf(span)) } : undefined;
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(span);
    const result = attribute(attributes, 'gen_ai.completion');
    return {
      toolName,
      vantage: 'framework',
      arguments: argumentsOf(attributes),
      // What `LANGSMITH_HIDE_OUTPUTS` leaves; so does a tool that returned nothing, whose end is not told either.
      result: isEmptyObject(result) ? undefined : result,
      plainNames: toolName === undefined ? [] : [toolName],
    };
  },
};

export const about: AboutDialect = {
  title: 'LangSmith OpenTelemetry exporter (LangChain, LangGraph; in JavaScript only what is `traceable`)',
  source: 'langsmith 0.12 (JavaScript), langsmith-sdk, August 2026 (Python)',
  fingerprint: { scopes: ['langsmith'], attributes: ['gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gen_ai.prompt`, also in `{input: "<json>"}`',
    argumentsSwitch: '`LANGSMITH_HIDE_INPUTS=false`, the default',
    result: '`gen_ai.completion`, with the status of a LangChain message',
    server: '–',
    decision: '–',
    errors: 'span status, `status` of a LangChain message, `isError` in the output',
    cannotSay: 'the server; with outputs hidden, an error of the tool',
  },
};

/** A run may be named by the caller, so the tool's own name comes first where it is there. */
function toolNameOf({ attributes, name }: SpanView): string | undefined {
  return (
    stringAttribute(attributes, 'gen_ai.serialized.name') ??
    stringAttribute(attributes, 'gen_ai.tool.name') ??
    stringAttribute(attributes, 'langsmith.trace.name') ??
    (name || undefined)
  );
}

function argumentsOf(attributes: Attributes): RawArguments {
  const value = attribute(attributes, 'gen_ai.prompt');
  return isEmptyObject(value) ? { form: 'none' } : { form: 'json', value, wrapper: withoutInputWrapper };
}
