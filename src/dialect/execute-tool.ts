import { attribute, type SpanView } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { markedResult } from './marked-result.ts';
import { isMergedTools } from './merged-tools.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

/** In scopes of instrumentations of the OpenAI Agents SDK, which gives them the content alone, without `isError`. */
const OPENAI_AGENTS = /openai[-_]agents/;

/** The GenAI conventions' `execute_tool`, from any framework that has no dialect of its own. */
export const executeTool: Dialect = {
  name: 'execute-tool',
  title: 'GenAI semantic conventions, `execute_tool`',
  source:
    'semantic-conventions 1.39–1.41, semantic-conventions-genai 0.1.0; captured of agent-framework-core 1.23.0, openai-agents 0.24.0 and langchain 1.5.0',
  fingerprint: { attributes: ['gen_ai.operation.name'], namePrefixes: ['execute_tool '] },
  marksToolError: false,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gen_ai.tool.call.arguments`',
    argumentsSwitch:
      '`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true` in most instrumentations of the GenAI conventions',
    result: '`gen_ai.tool.call.result`, but for OpenAI Agents, where it cannot tell an error',
    server: '–',
    decision: '–',
    errors: 'span status and `error.type`, `isError` in the result',
    cannotSay:
      'whether the tool is an MCP one, unless its name or type says so; the server; without a result, and of OpenAI Agents, an error of the tool',
  },
  recognise(span) {
    const operation = attribute(span.attributes, 'gen_ai.operation.name');
    const executes =
      operation === undefined ? span.name.startsWith('execute_tool ') : operation === 'execute_tool';
    if (!executes || isMergedTools(span.attributes)) return undefined;
    return { is: 'call', proven: saysMcp(span.attributes, toolNameOf(span)) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(span);
    const result = attribute(attributes, 'gen_ai.tool.call.result');
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') },
      result: OPENAI_AGENTS.test(span.scope.name) ? markedResult(result) : result,
      plainNames: plainNames(toolName, 'execute_tool '),
    };
  },
};

function toolNameOf({ attributes, name }: SpanView): string | undefined {
  return toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, 'execute_tool ');
}
