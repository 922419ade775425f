import { attribute, type SpanView } from '../span/view.ts';
import type { AboutDialect, Dialect, RawArguments } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { saysMcp } from './proof.ts';
import { executesTool, genAiToolName, plainNames } from './tool-keys.ts';

const SCOPE = 'strands.telemetry.tracer';
const SYSTEM = 'strands-agents';
const MESSAGES = 'gen_ai.input.messages';

/**
 * AWS's Strands Agents. Content is in span events, in one of two forms, and with the newer one in 1.62 on the span too;
 * how a call ended is an attribute.
 */
export const strands: Dialect = {
  name: 'strands',
  marksToolError: true,
  recognise(span) {
    const { attributes, scope } = span;
    if (!executesTool(attributes)) return undefined;
    const isOwn =
      scope.name === SCOPE ||
      attribute(attributes, 'gen_ai.system') === SYSTEM ||
      attribute(attributes, 'gen_ai.provider.name') === SYSTEM;
    return isOwn
      ? { is: 'call', proven: saysMcp(attributes, genAiToolName(span, 'execute_tool ')) }
      : undefined;
  },
  read(span) {
    const toolName = genAiToolName(span, 'execute_tool ');
    return {
      toolName,
      vantage: 'framework',
      arguments: argumentsOf(span),
      status: statusOf(span),
      plainNames: plainNames(toolName, 'execute_tool '),
    };
  },
};

export const about: AboutDialect = {
  title: 'Strands Agents',
  source: 'strands-agents 1.62.0, captured; strands-agents/sdk-python, May 2026',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments:
      'event `gen_ai.tool.message`, `content`; event `gen_ai.client.inference.operation.details`, `gen_ai.input.messages`; `gen_ai.tool.call.arguments`',
    result: '`gen_ai.tool.status`',
    server: '–',
    decision: '–',
    errors: '`gen_ai.tool.status`, span status',
    cannotSay: 'the server',
  },
};

/** Without a status there was no result of the tool, so the span cannot say that it succeeded. */
function statusOf({ attributes }: SpanView): 'error' | 'unknown' | undefined {
  const status = attribute(attributes, 'gen_ai.tool.status');
  if (status === 'success') return undefined;
  return status === 'error' ? 'error' : 'unknown';
}

function argumentsOf({ attributes, events }: SpanView): RawArguments {
  // Under the newest conventions on the span as well as in its events, which not everything that passes spans on keeps.
  const written = attribute(attributes, 'gen_ai.tool.call.arguments');
  if (written !== undefined) return { form: 'json', value: written };
  for (const event of events) {
    if (event.name === 'gen_ai.tool.message') {
      const content = attribute(event.attributes, 'content');
      if (content !== undefined) return { form: 'json', value: content };
    }
    if (event.name === 'gen_ai.client.inference.operation.details') {
      const messages = attribute(event.attributes, MESSAGES);
      if (messages !== undefined) return { form: 'json', value: messages, wrapper: argumentsInMessages };
    }
  }
  // Written to the span as well where the exporter's endpoint is Langfuse's.
  return { form: 'json', value: attribute(attributes, MESSAGES), wrapper: argumentsInMessages };
}

/** `[{parts: [{type: "tool_call", arguments}]}]`, of the one call that the span is. */
function argumentsInMessages(decoded: unknown): unknown {
  const call = itemsOf(decoded)
    .flatMap((message) => (isJsonObject(message) ? itemsOf(attribute(message, 'parts')) : []))
    .filter(isJsonObject)
    .find((part) => attribute(part, 'type') === 'tool_call');
  return call === undefined ? undefined : (attribute(call, 'arguments') ?? null);
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
