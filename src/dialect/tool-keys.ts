import { type Attributes, stringAttribute } from '../span/view.ts';

const TOOL_NAME_KEYS = ['gen_ai.tool.name', 'mcp.tool.name'];

/** The tool name under the dialect's own key, and another that should agree with it. */
interface ToolKeys {
  readonly toolName: string | undefined;
  readonly otherToolName: string | undefined;
}

/** Reads `own`, else any of the common keys; a second one that is present is there to be compared. */
export function toolKeys(attributes: Attributes, own: string): ToolKeys {
  const names = [own, ...TOOL_NAME_KEYS.filter((key) => key !== own)]
    .map((key) => stringAttribute(attributes, key))
    .filter((name) => name !== undefined);
  return { toolName: names[0], otherToolName: names.find((name) => name !== names[0]) };
}

/** What follows the first of `prefixes` that the span name begins with. */
export function nameTail(spanName: string, ...prefixes: readonly string[]): string | undefined {
  const prefix = prefixes.find((candidate) => spanName.startsWith(candidate));
  return prefix === undefined ? undefined : spanName.slice(prefix.length) || undefined;
}

/** `<prefix><tool name>` and the bare prefix, for each prefix. */
export function plainNames(toolName: string | undefined, ...prefixes: readonly string[]): readonly string[] {
  const bare = prefixes.map((prefix) => prefix.trimEnd());
  return toolName === undefined ? bare : [...prefixes.map((prefix) => prefix + toolName), ...bare];
}
