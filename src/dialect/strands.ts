import { attribute, type SpanView } from '../span/view.ts';
import type { Dialect, RawArguments } from './dialect.ts';
import { isJsonObject } from './json-object.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

const SCOPE = 'strands.telemetry.tracer';
const SYSTEM = 'strands-agents';
const MESSAGES = 'gen_ai.input.messages';

/** AWS's Strands Agents. Content is in span events alone, in one of two forms; how a call ended is an attribute. */
export const strands: Dialect = {
  name: 'strands',
  title: 'Strands Agents',
  source: 'strands-agents 1.62.0, captured; strands-agents/sdk-python, May 2026',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  marksToolError: true,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments:
      'event `gen_ai.tool.message`, `content`; event `gen_ai.client.inference.operation.details`, `gen_ai.input.messages`',
    result: '`gen_ai.tool.status`',
    server: '–',
    decision: '–',
    errors: '`gen_ai.tool.status`, span status',
    cannotSay: 'the server',
  },
  recognise(span) {
    const { attributes, scope } = span;
    if (attribute(attributes, 'gen_ai.operation.name') !== 'execute_tool') return undefined;
    const isOwn =
      scope.name === SCOPE ||
      attribute(attributes, 'gen_ai.system') === SYSTEM ||
      attribute(attributes, 'gen_ai.provider.name') === SYSTEM;
    return isOwn ? { is: 'call', proven: saysMcp(attributes, toolNameOf(span)) } : undefined;
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(span);
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: argumentsOf(span),
      status: statusOf(span),
      plainNames: plainNames(toolName, 'execute_tool '),
    };
  },
};

function toolNameOf({ attributes, name }: SpanView): string | undefined {
  return toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, 'execute_tool ');
}

/** Without a status there was no result of the tool, so the span cannot say that it succeeded. */
function statusOf({ attributes }: SpanView): 'error' | 'unknown' | undefined {
  const status = attribute(attributes, 'gen_ai.tool.status');
  if (status === 'success') return undefined;
  return status === 'error' ? 'error' : 'unknown';
}

function argumentsOf({ attributes, events }: SpanView): RawArguments {
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
