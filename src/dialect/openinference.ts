import { type Attributes, attribute } from '../span/view.ts';
import { isToolFailure } from './crewai-output.ts';
import type { AboutDialect, Dialect, RawArguments } from './dialect.ts';
import { withoutInputWrapper } from './input-wrapper.ts';
import { isJsonObject } from './json-object.ts';
import { saysMcp } from './proof.ts';
import { toolNameIn } from './tool-keys.ts';

/**
 * Of the OpenAI Agents SDK, in JavaScript and Python: a listing of tools and a hand-off to another agent are TOOL
 * spans too, and the output is the content alone, of which the SDK has taken `isError` off.
 */
const OPENAI_AGENTS: ReadonlySet<string> = new Set([
  '@arizeai/openinference-instrumentation-openai-agents',
  'openinference.instrumentation.openai_agents',
]);

/** By wrapping tools, and by CrewAI's events: spans are OK, and the output may be the text of an error. */
const CREWAI: ReadonlySet<string> = new Set([
  'openinference.instrumentation.crewai',
  'openinference.instrumentation.crewai._event_listener',
]);

const HAND_OFF = 'handoff to ';

/** OpenInference's TOOL spans, whichever of its instrumentations wrote them. The span is named as the tool. */
export const openinference: Dialect = {
  name: 'openinference',
  marksToolError: false,
  recognise({ attributes, name, scope }) {
    if (attribute(attributes, 'openinference.span.kind') !== 'TOOL') return undefined;
    if (OPENAI_AGENTS.has(scope.name)) {
      const toolName = toolNameIn(attributes, 'tool.name');
      if (name === 'mcp_tools' && toolName === undefined)
        return { is: 'mcp', method: 'tools/list', vantage: 'client' };
      if (isHandOff(name, toolName)) return undefined;
    }
    return { is: 'call', proven: saysMcp(attributes, toolNameIn(attributes, 'tool.name') ?? name) };
  },
  read({ attributes, name, scope }) {
    const toolName = toolNameIn(attributes, 'tool.name') ?? (name || undefined);
    const isCrewai = CREWAI.has(scope.name);
    return {
      toolName,
      vantage: 'framework',
      arguments: argumentsOf(attributes),
      result: isCrewai || OPENAI_AGENTS.has(scope.name) ? undefined : attribute(attributes, 'output.value'),
      status: isCrewai && isToolFailure(attributes) ? 'error' : undefined,
      plainNames: toolName === undefined ? [] : [isCrewai ? `${toolName}.run` : toolName],
    };
  },
};

export const about: AboutDialect = {
  title: 'OpenInference TOOL spans',
  source:
    'Arize-ai/openinference, August 2026; of npm: langchain 4.1.1, openai-agents 0.2.15, vercel 3.2.1, claude-agent-sdk 0.3.1; of PyPI: openai-agents 2.6.0, crewai 1.1.21',
  fingerprint: { attributes: ['openinference.span.kind'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`input.value`, also in `{input: "<json>"}`; else `tool.parameters` where it is no schema',
    argumentsSwitch: '`OPENINFERENCE_HIDE_INPUTS=false`, the default',
    result:
      '`output.value`, but for OpenAI Agents, where it cannot tell an error, and CrewAI, where it can only tell one',
    server: '–',
    decision: '–',
    errors: 'span status, `isError` in the output, `status` of a LangChain message',
    cannotSay:
      'the server; of OpenAI Agents, an error of the tool; of CrewAI, that a tool succeeded, and by its events an error',
  },
};

/** A function is called by its own name in both places, whatever that is; a hand-off has only its type at its start. */
function isHandOff(spanName: string, toolName: string | undefined): boolean {
  if (!spanName.startsWith(HAND_OFF)) return spanName === 'handoff' && toolName === undefined;
  return toolName === undefined || toolName === `handoff_to_${spanName.slice(HAND_OFF.length)}`;
}

function argumentsOf(attributes: Attributes): RawArguments {
  const input = attribute(attributes, 'input.value');
  if (input !== undefined && input !== '')
    return { form: 'json', value: input, wrapper: withoutInputWrapper };
  return { form: 'json', value: attribute(attributes, 'tool.parameters'), wrapper: unlessSchema };
}

/**
 * Some instrumentations write the arguments under `tool.parameters`, others the tool's JSON schema. A
 * `type` alone is none: a caller may name an argument so.
 */
function unlessSchema(decoded: unknown): unknown {
  if (!isJsonObject(decoded)) return decoded;
  const isSchema =
    isJsonObject(attribute(decoded, 'properties')) ||
    (attribute(decoded, 'type') === 'object' && typeof attribute(decoded, '$schema') === 'string');
  return isSchema ? null : decoded;
}
