import { type Attributes, attribute, stringAttribute } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { saysMcp } from './proof.ts';
import { toolNameIn } from './tool-keys.ts';

const SCOPE = 'langfuse-sdk';

/** Langfuse's `tool` observations. The span is named as the application likes, usually as the tool. */
export const langfuse: Dialect = {
  name: 'langfuse',
  marksToolError: false,
  recognise({ attributes, name, scope }) {
    if (scope.name !== SCOPE || attribute(attributes, 'langfuse.observation.type') !== 'tool')
      return undefined;
    return { is: 'call', proven: saysMcp(attributes, toolNameOf(attributes, name)) };
  },
  read({ attributes, name }) {
    const toolName = toolNameOf(attributes, name);
    return {
      toolName,
      vantage: 'framework',
      arguments: {
        form: 'json',
        value: attribute(attributes, 'langfuse.observation.input'),
        wrapper: withoutPythonCall,
      },
      result: attribute(attributes, 'langfuse.observation.output'),
      status: stringAttribute(attributes, 'langfuse.observation.level') === 'ERROR' ? 'error' : undefined,
      plainNames: toolName === undefined ? [] : [toolName],
    };
  },
};

export const about: AboutDialect = {
  title: 'Langfuse SDK, observations of type `tool`',
  source: '@langfuse/tracing 5.11.1, langfuse (Python) 3',
  fingerprint: { scopes: [SCOPE] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`langfuse.observation.input`, in Python also in `{args: [], kwargs}`',
    result: '`langfuse.observation.output`; `langfuse.observation.level` of `ERROR`',
    server: '–',
    decision: '–',
    errors: '`langfuse.observation.level`, span status, the result',
    cannotSay: 'the server',
  },
};

function toolNameOf(attributes: Attributes, spanName: string): string | undefined {
  return toolNameIn(attributes, 'gen_ai.tool.name') ?? (spanName || undefined);
}

/** What `@observe` captures of a Python function: positional arguments have no names, so with them it is none. */
function withoutPythonCall(decoded: unknown): unknown {
  if (!isJsonObject(decoded) || Object.keys(decoded).length !== 2) return decoded;
  const args = attribute(decoded, 'args');
  const kwargs = attribute(decoded, 'kwargs');
  if (!Array.isArray(args) || !isJsonObject(kwargs)) return decoded;
  return args.length === 0 ? kwargs : undefined;
}
