import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { AboutDialect, Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { toolNameIn } from './tool-keys.ts';

/** MLflow encodes every attribute as JSON, so a string has its quotes; what it ingests from others may have none. */
const TOOL: ReadonlySet<unknown> = new Set(['"TOOL"', 'TOOL']);

/** MLflow Tracing: `TOOL` spans, of its own or taken in from other instrumentations. */
export const mlflow: Dialect = {
  name: 'mlflow',
  marksToolError: false,
  recognise(span) {
    if (!TOOL.has(attribute(span.attributes, 'mlflow.spanType'))) return undefined;
    return { is: 'call', proven: saysMcp(span.attributes, toolNameOf(span)) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(span);
    return {
      toolName,
      vantage: 'framework',
      arguments: { form: 'json', value: attribute(attributes, 'mlflow.spanInputs') },
      result: attribute(attributes, 'mlflow.spanOutputs'),
      plainNames: toolName === undefined ? [] : [toolName],
    };
  },
};

export const about: AboutDialect = {
  title: 'MLflow Tracing, `TOOL` spans',
  source: 'mlflow 3, attribute mapping, August 2026',
  fingerprint: { attributes: ['mlflow.spanType'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`mlflow.spanInputs`',
    result: '`mlflow.spanOutputs`',
    server: '–',
    decision: '–',
    errors: 'span status, the result',
    cannotSay: 'the server',
  },
};

/** A span of `autolog` may be named otherwise than its tool (`tool_<name>`), and says `tool_name` then. */
function toolNameOf({ attributes, name }: SpanView): string | undefined {
  const own = stringAttribute(attributes, 'tool_name');
  return (own && withoutQuotes(own)) || toolNameIn(attributes, 'gen_ai.tool.name') || name || undefined;
}

function withoutQuotes(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
