import { type Attributes, stringAttribute } from '../span/view.ts';

/** The tool name under the dialect's own key, else under one of the common ones. */
export function toolNameIn(attributes: Attributes, own: string): string | undefined {
  return (
    stringAttribute(attributes, own) ??
    stringAttribute(attributes, 'gen_ai.tool.name') ??
    stringAttribute(attributes, 'mcp.tool.name')
  );
}

/** A tool name under a common key that is not `toolName`. */
export function otherToolName(attributes: Attributes, toolName: string | undefined): string | undefined {
  const genAi = stringAttribute(attributes, 'gen_ai.tool.name');
  return genAi !== undefined && genAi !== toolName ? genAi : stringAttribute(attributes, 'mcp.tool.name');
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
