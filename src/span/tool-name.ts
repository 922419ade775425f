/**
 * How hosts and gateways put a namespace before a tool's name: `github.add_deploy_key`,
 * `github/add_deploy_key`, `mcp__github__add_deploy_key`. Separators are `.`, `/`, `:` and a run of two or
 * more `_`; a single `_` or `-` is part of a name. Everything here is case-sensitive and reads the raw name.
 */

interface Separator {
  /** Index of its first character. */
  readonly from: number;
  /** Index after its last character. */
  readonly to: number;
}

const UNDERSCORE = 0x5f;

/** The leaf of a tool name: all after its last separator, the whole name where it has none. */
export function toolLeaf(toolName: string): string {
  const separator = lastSeparator(toolName);
  return separator === undefined ? toolName : toolName.slice(separator.to);
}

/**
 * The namespace of a tool name: all before its last separator, less one leading `mcp` and its separator.
 * `undefined` where that leaves nothing (no separator, a bare `mcp`).
 */
export function toolNamespace(toolName: string): string | undefined {
  const separator = lastSeparator(toolName);
  if (separator === undefined) return undefined;
  const before = toolName.slice(0, separator.from);
  const namespace = before === 'mcp' ? '' : before.slice(leadingMcp(before));
  return namespace === '' ? undefined : namespace;
}

function lastSeparator(name: string): Separator | undefined {
  for (let at = name.length - 1; at >= 0; at -= 1) {
    const width = separatorEndingAt(name, at);
    if (width > 0) return { from: at - width + 1, to: at + 1 };
  }
  return undefined;
}

/** Length of the separator whose last character is at `at`; 0 where none ends there. */
function separatorEndingAt(name: string, at: number): number {
  const code = name.charCodeAt(at);
  if (isSeparatorCharacter(code)) return 1;
  if (code !== UNDERSCORE || at === 0 || name.charCodeAt(at - 1) !== UNDERSCORE) return 0;
  let from = at - 1;
  while (from > 0 && name.charCodeAt(from - 1) === UNDERSCORE) from -= 1;
  return at - from + 1;
}

/** Length of a leading `mcp` and the separator after it; 0 where the name does not begin so. */
function leadingMcp(name: string): number {
  if (!name.startsWith('mcp')) return 0;
  if (isSeparatorCharacter(name.charCodeAt(3))) return 4;
  let to = 3;
  while (name.charCodeAt(to) === UNDERSCORE) to += 1;
  return to >= 5 ? to : 0;
}

function isSeparatorCharacter(code: number): boolean {
  return code === 0x2e || code === 0x2f || code === 0x3a;
}
