import { describe, expect, it } from 'vitest';
import { toolLeaf, toolNamespace } from '../../src/span/tool-name.ts';

const NAMES: readonly (readonly [name: string, namespace: string | undefined, leaf: string])[] = [
  ['add_deploy_key', undefined, 'add_deploy_key'],
  ['github.add_deploy_key', 'github', 'add_deploy_key'],
  ['github/add_deploy_key', 'github', 'add_deploy_key'],
  ['github:add_deploy_key', 'github', 'add_deploy_key'],
  ['github__add_deploy_key', 'github', 'add_deploy_key'],
  ['github___add_deploy_key', 'github', 'add_deploy_key'],
  ['github_____add_deploy_key', 'github', 'add_deploy_key'],
  ['mcp__github__add_deploy_key', 'github', 'add_deploy_key'],
  ['mcp.github.add_deploy_key', 'github', 'add_deploy_key'],
  ['mcp/github/x', 'github', 'x'],
  ['mcp:github__x', 'github', 'x'],
  ['mcp___github__x', 'github', 'x'],
  ['mcp_github__x', 'mcp_github', 'x'],
  ['mcp-github__x', 'mcp-github', 'x'],
  ['mcp_github_x', undefined, 'mcp_github_x'],
  ['mcp__mcp__x', 'mcp', 'x'],
  ['mcp__add_deploy_key', undefined, 'add_deploy_key'],
  ['mcp.add_deploy_key', undefined, 'add_deploy_key'],
  ['mcp..x', undefined, 'x'],
  ['mcps.x', 'mcps', 'x'],
  ['MCP__github__x', 'MCP__github', 'x'],
  ['a.b/c:d', 'a.b/c', 'd'],
  ['a.b.', 'a.b', ''],
  ['a__', 'a', ''],
  ['.x', undefined, 'x'],
  ['__x', undefined, 'x'],
  ['_x', undefined, '_x'],
  ['a._x', 'a', '_x'],
  ['a.__x', 'a.', 'x'],
  ['', undefined, ''],
];

describe('tool names', () => {
  it.each(NAMES)('%s: namespace and leaf', (name, namespace, leaf) => {
    expect({ namespace: toolNamespace(name), leaf: toolLeaf(name) }).toEqual({ namespace, leaf });
  });
});
