import { attribute, type SpanView } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { executesTool, nameTail, plainNames, toolNameIn } from './tool-keys.ts';

/** The Vercel AI SDK. It returns `isError` results as any other, so only the result tells. */
export const vercelAi: Dialect = {
  name: 'vercel-ai',
  marksToolError: false,
  recognise(span) {
    const keys = keysOf(span);
    if (keys === undefined) return undefined;
    return { is: 'call', proven: saysMcp(span.attributes, toolNameIn(span.attributes, keys.name)) };
  },
  read(span) {
    const { attributes } = span;
    const keys = keysOf(span) ?? CURRENT;
    const toolName = toolNameIn(attributes, keys.name) ?? nameTail(span.name, 'execute_tool ');
    return {
      toolName,
      vantage: 'framework',
      arguments: { form: 'json', value: attribute(attributes, keys.arguments) },
      result: attribute(attributes, keys.result),
      plainNames: ['ai.toolCall', ...plainNames(toolName, 'execute_tool ')],
    };
  },
};

export const about: AboutDialect = {
  title: 'Vercel AI SDK 3–7',
  source: 'ai 7.0.77 and 7.0.173, @ai-sdk/otel 1.0.173, and the telemetry built into 3–6',
  fingerprint: { attributes: ['ai.operationId', 'gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`ai.toolCall.args`; `gen_ai.tool.call.arguments`',
    argumentsSwitch: '`recordInputs: true`, the default, in the telemetry settings of the call',
    result: '`ai.toolCall.result`; `gen_ai.tool.call.result`',
    server: '–',
    decision: '–',
    errors: 'span status where the tool threw; `isError` in the result',
    cannotSay: 'the server; with outputs off, an error that the tool returned',
  },
};

const LEGACY = {
  name: 'ai.toolCall.name',
  arguments: 'ai.toolCall.args',
  result: 'ai.toolCall.result',
};
const CURRENT = {
  name: 'gen_ai.tool.name',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
};

function keysOf({ attributes, scope }: SpanView): typeof LEGACY | undefined {
  if (attribute(attributes, 'ai.operationId') === 'ai.toolCall') return LEGACY;
  const current = scope.name === 'gen_ai' && executesTool(attributes);
  return current ? CURRENT : undefined;
}
