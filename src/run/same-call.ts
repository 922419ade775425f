import { toolLeaf } from '../span/tool-name.ts';
import type { Call } from './span-node.ts';

/**
 * Whether two spans name the same tool: their leaves agree, or do when the outer one's is taken without the one
 * prefix that it has of a server which either of them knows (`github_add_deploy_key` of `github`).
 */
export function namesAgree(outer: Call, inner: Call): boolean {
  const [long, short] = [leafOf(outer), leafOf(inner)];
  if (long === short) return true;
  const at = long.length - short.length - 1;
  if (at < 1 || short === '' || !long.endsWith(short)) return false;
  const separator = long.charAt(at);
  if (separator !== '_' && separator !== '-') return false;
  const server = long.slice(0, at);
  return outer.record.server.id === server || inner.record.server.id === server;
}

/**
 * Whether a gateway's name for a tool may be that of the tool behind it: gateways put a server before it, and write
 * `-` for `_` (`github-add-deploy-key` for `add_deploy_key`).
 */
export function isRoutedTo(gateway: Call, behind: Call): boolean {
  const [long, short] = [slugOf(gateway), slugOf(behind)];
  return long === short || (short !== '' && long.endsWith(`_${short}`));
}

function slugOf(call: Call): string {
  return leafOf(call).replaceAll('-', '_');
}

/** Both classified, with different targets: they cannot be one request. */
export function contradict(a: Call, b: Call): boolean {
  const both = a.summary.classification === 'classified' && b.summary.classification === 'classified';
  return both && JSON.stringify(a.record.action) !== JSON.stringify(b.record.action);
}

/** Seen from the side that the call came in on. */
export function isServed({ vantage }: Call): boolean {
  return vantage === 'server' || vantage === 'gateway';
}

/** The tool's name without its namespace. */
export function leafOf({ summary }: Call): string {
  return toolLeaf(summary.tool.name);
}
