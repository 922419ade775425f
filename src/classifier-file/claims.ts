import type { ClassifierRule } from '../classify/rule.ts';

/** Which category was the first to claim a leaf, by leaf and server id; `*` stands for every server. */
export type Claims = Map<string, Map<string, string>>;

/** Adds what a category claims; what others claimed before it stays theirs. */
export function claim({ category, verbs, servers = ['*'] }: ClassifierRule, claimed: Claims): void {
  for (const leaf of Object.keys(verbs)) {
    const byServer = claimed.get(leaf) ?? new Map<string, string>();
    claimed.set(leaf, byServer);
    for (const server of servers) if (!byServer.has(server)) byServer.set(server, category);
  }
}

/** The category that claimed a leaf before, on a server that the rule speaks for too. */
export function claimantOf({ servers }: ClassifierRule, leaf: string, claimed: Claims): string | undefined {
  const byServer = claimed.get(leaf);
  if (byServer === undefined) return undefined;
  if (servers === undefined) return [...byServer.values()][0];
  const server = ['*', ...servers].find((name) => byServer.has(name));
  return server === undefined ? undefined : byServer.get(server);
}
