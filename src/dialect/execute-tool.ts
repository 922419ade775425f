import { attribute } from '../span/view.ts';
import { repeatsFailure } from './crewai-trace.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { markedResult } from './marked-result.ts';
import { isMergedTools } from './merged-tools.ts';
import { saysMcp } from './proof.ts';
import { genAiArguments, genAiToolName, plainNames } from './tool-keys.ts';

/** In scopes of instrumentations of the OpenAI Agents SDK, which gives them the content alone, without `isError`. */
const OPENAI_AGENTS = /openai[-_]agents/;

/** The GenAI conventions' `execute_tool`, from any framework that has no dialect of its own. */
export const executeTool: Dialect = {
  name: 'execute-tool',
  marksToolError: false,
  recognise(span) {
    const operation = attribute(span.attributes, 'gen_ai.operation.name');
    const executes =
      operation === undefined ? span.name.startsWith('execute_tool ') : operation === 'execute_tool';
    if (!executes || isMergedTools(span.attributes) || repeatsFailure(span.attributes)) return undefined;
    return { is: 'call', proven: saysMcp(span.attributes, genAiToolName(span, 'execute_tool ')) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = genAiToolName(span, 'execute_tool ');
    const result = attribute(attributes, 'gen_ai.tool.call.result');
    return {
      toolName,
      vantage: 'framework',
      arguments: genAiArguments(attributes),
      result: OPENAI_AGENTS.test(span.scope.name) ? markedResult(result) : result,
      plainNames: plainNames(toolName, 'execute_tool '),
    };
  },
};

export const about: AboutDialect = {
  title: 'GenAI semantic conventions, `execute_tool`',
  source:
    'semantic-conventions 1.39–1.41, semantic-conventions-genai 0.1.0; captured of agent-framework-core 1.23.0, openai-agents 0.24.0, langchain 1.5.0 and semantic-kernel 1.45.0',
  fingerprint: { attributes: ['gen_ai.operation.name'], namePrefixes: ['execute_tool '] },
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
};
