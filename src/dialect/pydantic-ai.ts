import { type Attributes, attribute } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { withoutScrubbed } from './logfire-scrubbing.ts';
import { saysMcp } from './proof.ts';
import { genAiToolName, plainNames } from './tool-keys.ts';

const SCOPE = 'pydantic-ai';
const OLD_NAME = 'running tool';

/**
 * Pydantic AI's tool spans, under the keys of either form. A deferred tool (it waits for an approval, or runs
 * elsewhere) was not run and nobody decided: there is no decision in it, and no success.
 */
export const pydanticAi: Dialect = {
  name: 'pydantic-ai',
  marksToolError: false,
  recognise(span) {
    if (span.scope.name !== SCOPE) return undefined;
    const operation = attribute(span.attributes, 'gen_ai.operation.name');
    const executes =
      operation === undefined
        ? span.name === OLD_NAME || span.name.startsWith('execute_tool ')
        : operation === 'execute_tool';
    return executes
      ? { is: 'call', proven: saysMcp(span.attributes, genAiToolName(span, 'execute_tool ')) }
      : undefined;
  },
  read(span) {
    const { attributes } = span;
    const toolName = genAiToolName(span, 'execute_tool ');
    const isDeferred = attribute(attributes, 'pydantic_ai.tool.deferral.name') !== undefined;
    return {
      toolName,
      vantage: 'framework',
      arguments: {
        form: 'json',
        value: eitherOf(attributes, 'gen_ai.tool.call.arguments', 'tool_arguments'),
        wrapper: withoutScrubbed,
      },
      result: isDeferred ? undefined : eitherOf(attributes, 'gen_ai.tool.call.result', 'tool_response'),
      plainNames: [OLD_NAME, ...plainNames(toolName, 'execute_tool ')],
    };
  },
};

export const about: AboutDialect = {
  title: 'Pydantic AI, instrumentation version 2 and later',
  source: 'pydantic-ai-slim 2.68.0, captured; pydantic/pydantic-ai, August 2026',
  fingerprint: { scopes: [SCOPE] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gen_ai.tool.call.arguments`; `tool_arguments` in version 2',
    argumentsSwitch: '`include_content=True`, the default, in `InstrumentationSettings`',
    result: '`gen_ai.tool.call.result`; `tool_response` in version 2',
    server: '–',
    decision: '–',
    errors: 'span status where the tool raised or asked for another try; `isError` in the result',
    cannotSay:
      'the server; what became of a call that waits for an approval; without content, arguments and an error of the tool',
  },
};

function eitherOf(attributes: Attributes, current: string, old: string): unknown {
  return attribute(attributes, current) ?? attribute(attributes, old);
}
