import { attribute, type SpanView } from '../span/view.ts';
import type { Dialect } from './dialect.ts';
import { saysMcp } from './proof.ts';
import { serverIdAttribute } from './server-id.ts';
import { nameTail, otherToolName, plainNames, toolNameIn } from './tool-keys.ts';

const PREFIX = 'anthropic.tool_use ';

/** The tool runner of Anthropic's SDKs, and the tools that its platform ran. A span left unset was cancelled. */
export const anthropicToolRunner: Dialect = {
  name: 'anthropic-tool-runner',
  title: 'Anthropic SDK tool runner and Claude platform, OpenTelemetry (beta)',
  source: 'platform.claude.com, OpenTelemetry span reference, August 2026',
  fingerprint: { attributes: ['gen_ai.operation.name'] },
  marksToolError: false,
  documents: {
    proof: 'depends',
    vantage: '`framework`',
    arguments: '`gen_ai.tool.call.arguments`',
    result: '`anthropic.tool_result.content`; a span status left unset is a cancelled call',
    server: '–',
    decision: '–',
    errors: 'span status and `error.type`, the result',
    cannotSay: 'the server; without content, arguments and an error that the tool returned',
  },
  recognise(span) {
    if (attribute(span.attributes, 'gen_ai.operation.name') !== 'execute_tool') return undefined;
    if (!span.name.startsWith(PREFIX)) return undefined;
    return { is: 'call', proven: saysMcp(span.attributes, toolNameOf(span)) };
  },
  read(span) {
    const { attributes } = span;
    const toolName = toolNameOf(span);
    const result =
      attribute(attributes, 'anthropic.tool_result.content') ??
      attribute(attributes, 'gen_ai.tool.call.result');
    return {
      toolName,
      otherToolName: otherToolName(attributes, toolName),
      vantage: 'framework',
      serverId: serverIdAttribute(attributes),
      arguments: { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') },
      result,
      status: result === undefined && wasCancelled(span) ? 'cancelled' : undefined,
      plainNames: plainNames(toolName, PREFIX),
    };
  },
};

function toolNameOf({ attributes, name }: SpanView): string | undefined {
  return toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, PREFIX);
}

function wasCancelled({ attributes, endTimeUnixNano, status }: SpanView): boolean {
  const isUnset = status.code === 'unset' && attribute(attributes, 'error.type') === undefined;
  return isUnset && endTimeUnixNano !== '0';
}
