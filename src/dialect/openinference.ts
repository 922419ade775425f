import { type Attributes, attribute } from '../span/view.ts';
import type { Dialect, RawArguments } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { otherToolName, toolNameIn } from './tool-keys.ts';

/** OpenInference's TOOL spans, whichever of its instrumentations wrote them. The span is named as the tool. */
export const openinference: Dialect = {
  name: 'openinference',
  title: 'OpenInference TOOL spans',
  source: 'Arize-ai/openinference, August 2026',
  fingerprint: { attributes: ['openinference.span.kind'] },
  marksToolError: false,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`input.value`, also in `{input: "<json>"}`; else `tool.parameters` where it is no schema',
    result: '`output.value`',
    server: '–',
    decision: '–',
  },
  recognise({ attributes, name }) {
    if (attribute(attributes, 'openinference.span.kind') !== 'TOOL') return undefined;
    return { is: 'call', proven: saysMcp(attributes, toolNameIn(attributes, 'tool.name') ?? name) };
  },
  read({ attributes, name }) {
    const toolName = toolNameIn(attributes, 'tool.name') ?? (name || undefined);
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: argumentsOf(attributes),
      result: attribute(attributes, 'output.value'),
      plainNames: toolName === undefined ? [] : [toolName],
    };
  },
};

function argumentsOf(attributes: Attributes): RawArguments {
  const input = attribute(attributes, 'input.value');
  if (input !== undefined && input !== '')
    return { form: 'json', value: input, wrapper: withoutInputWrapper };
  return { form: 'json', value: attribute(attributes, 'tool.parameters'), wrapper: unlessSchema };
}

/** LangChain's `{input: "<json>"}`. A tool may have a parameter `input` of its own, so only JSON text counts. */
function withoutInputWrapper(decoded: unknown): unknown {
  if (!isJsonObject(decoded) || Object.keys(decoded).length !== 1) return decoded;
  const input = Object.hasOwn(decoded, 'input') ? decoded.input : undefined;
  return typeof input === 'string' && input.trimStart().startsWith('{') ? input : decoded;
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
