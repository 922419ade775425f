import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import type { RawArguments } from './dialect.ts';

/** Whether a span is the GenAI conventions' `execute_tool`. */
export function executesTool(attributes: Attributes): boolean {
  return attribute(attributes, 'gen_ai.operation.name') === 'execute_tool';
}

/** The tool name under the dialect's own key, else under one of the common ones. */
export function toolNameIn(attributes: Attributes, own: string): string | undefined {
  return (
    stringAttribute(attributes, own) ??
    stringAttribute(attributes, 'gen_ai.tool.name') ??
    stringAttribute(attributes, 'mcp.tool.name')
  );
}

/** The tool name under a common key, else what follows one of `prefixes` in the span name. */
export function genAiToolName(
  { attributes, name }: Pick<SpanView, 'attributes' | 'name'>,
  ...prefixes: readonly string[]
): string | undefined {
  return toolNameIn(attributes, 'gen_ai.tool.name') ?? nameTail(name, ...prefixes);
}

/** A tool name under a common key that is not `toolName`. */
export function otherToolName(attributes: Attributes, toolName: string | undefined): string | undefined {
  const genAi = stringAttribute(attributes, 'gen_ai.tool.name');
  return genAi !== undefined && genAi !== toolName ? genAi : stringAttribute(attributes, 'mcp.tool.name');
}

/** What stands under the GenAI conventions' key of arguments. */
export function genAiArguments(attributes: Attributes): RawArguments {
  return { form: 'json', value: attribute(attributes, 'gen_ai.tool.call.arguments') };
}

/** What stands under the GenAI conventions' key of results. */
export function genAiResult(attributes: Attributes): unknown {
  return attribute(attributes, 'gen_ai.tool.call.result');
}

/** What follows the first of `prefixes` that the span name begins with. */
export function nameTail(spanName: string, ...prefixes: readonly string[]): string | undefined {
  const prefix = prefixes.find((candidate) => spanName.startsWith(candidate));
  return prefix === undefined ? undefined : spanName.slice(prefix.length) || undefined;
}

/** `<prefix><tool name>` for each prefix; where no name is known, the prefixes alone. */
export function plainNames(toolName: string | undefined, ...prefixes: readonly string[]): readonly string[] {
  return prefixes.map((prefix) => (toolName === undefined ? prefix.trimEnd() : prefix + toolName));
}
