import { inherited, type ParentOf } from './inherited.ts';
import { namesAgree } from './same-call.ts';
import type { SpanNode } from './span-node.ts';

/**
 * Makes a call of each framework's tool span that has an MCP client's call of the same tool below it in its own
 * process, with no other call between: it is that call, seen by the framework. Says whether there was any.
 */
export function proveCalls(nodes: readonly SpanNode[], parentOf: ParentOf): boolean {
  const framework = inherited<SpanNode | undefined>(
    { parentOf },
    {
      atTop: () => undefined,
      below(node, parent, above) {
        if (node.isRemote || parent.process !== node.process || parent.calls.length > 0) return undefined;
        return parent.unproven === undefined ? above : parent;
      },
    },
  );
  const proven = new Set<SpanNode>();
  for (const node of nodes) {
    const [call] = node.calls;
    if (call?.vantage !== 'client') continue;
    const outer = framework(node);
    if (outer?.unproven?.vantage === 'framework' && namesAgree(outer.unproven, call)) proven.add(outer);
  }
  for (const node of proven) if (node.unproven !== undefined) node.calls = [node.unproven];
  return proven.size > 0;
}
