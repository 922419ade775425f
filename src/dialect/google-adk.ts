import { type Attributes, attribute } from '../span/view.ts';
import { decodedFields } from './decoded-fields.ts';
import type { AboutDialect, Dialect, RawArguments } from './dialect.ts';
import { isEmptyObject } from './empty-object.ts';
import { isMergedTools } from './merged-tools.ts';
import { saysMcp } from './proof.ts';
import { executesTool, genAiToolName, plainNames } from './tool-keys.ts';

const SCOPE = 'gcp.vertex.agent';
const ARGUMENTS = 'gcp.vertex.agent.tool_call_args';
const RESPONSE = 'gcp.vertex.agent.tool_response';

/** Google's Agent Development Kit. The tool's class is its type, so an MCP tool says that it is one. */
export const googleAdk: Dialect = {
  name: 'google-adk',
  marksToolError: false,
  recognise(span) {
    const { attributes, scope } = span;
    if (!executesTool(attributes)) return undefined;
    if (scope.name !== SCOPE && attribute(attributes, ARGUMENTS) === undefined) return undefined;
    if (isMergedTools(attributes)) return undefined;
    return { is: 'call', proven: saysMcp(attributes, genAiToolName(span, 'execute_tool ')) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = genAiToolName(span, 'execute_tool ');
    const response = responseOf(attributes);
    return {
      toolName,
      vantage: 'framework',
      arguments: argumentsOf(attributes, response !== undefined),
      result: response,
      status: isRefusal(response) ? 'error' : undefined,
      plainNames: plainNames(toolName, 'execute_tool '),
    };
  },
};

export const about: AboutDialect = {
  title: 'Google Agent Development Kit, Python and JavaScript',
  source: 'google-adk 2.13.0, captured; google/adk-python and google/adk-js, August 2026',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gcp.vertex.agent.tool_call_args`; `gen_ai.tool.call.arguments`',
    argumentsSwitch:
      '`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY`; in older versions `ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true`, the default',
    result: '`gcp.vertex.agent.tool_response`; `gen_ai.tool.call.result`',
    server: '–',
    decision: '–',
    errors: '`isError` or `error` in the response; span status',
    cannotSay: 'the server; without content, arguments and an error of the tool',
  },
};

/** The response; `undefined` where there is none, or `{}` stands for what was not to be recorded. */
function responseOf(attributes: Attributes): unknown {
  const response = attribute(attributes, RESPONSE) ?? attribute(attributes, 'gen_ai.tool.call.result');
  return isEmptyObject(response) || fieldOf(response, 'result') === '<not specified>' ? undefined : response;
}

/** `{}` is a call without arguments where a response was recorded; else it may stand for any. */
function argumentsOf(attributes: Attributes, isRecorded: boolean): RawArguments {
  const value = attribute(attributes, ARGUMENTS) ?? attribute(attributes, 'gen_ai.tool.call.arguments');
  return isEmptyObject(value) && !isRecorded ? { form: 'none' } : { form: 'json', value };
}

/** `{error}` is what ADK itself answers in place of the tool: it failed, was rejected, or waits for approval. */
function isRefusal(response: unknown): boolean {
  return fieldOf(response, 'error') !== undefined && fieldOf(response, 'content') === undefined;
}

function fieldOf(response: unknown, key: string): unknown {
  return attribute(decodedFields(response), key);
}
