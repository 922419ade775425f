import { MASKED, masked } from '../decision/masked.ts';
import type { ObservedRun } from './observed-run.ts';
import type { ChangedManifest } from './surface-diff.ts';

type RunId = string | null;

/**
 * Servers of which calls carry more than one declared manifest digest, in the order of their names; of each its
 * digests as they first come, and the runs that have them. A record without a digest says nothing of it, and ids that
 * stand for no server of their own (`unknown`, what is masked) are no server that could have changed.
 */
export function changedManifests(
  runs: readonly ObservedRun[],
  runIds: readonly RunId[],
): readonly ChangedManifest[] {
  const servers = new Map<string, Map<string, Set<RunId>>>();
  runs.forEach(({ surface }, at) => {
    for (const { server } of surface?.observed_tool_decisions ?? []) {
      const digest = server.declared_manifest_digest?.toLowerCase();
      if (digest === undefined || server.id === 'unknown' || masked(server.id) === MASKED) continue;
      const digests = entry(servers, server.id, () => new Map<string, Set<RunId>>());
      entry(digests, digest, () => new Set<RunId>()).add(runIds[at] ?? null);
    }
  });
  return [...servers]
    .filter(([, digests]) => digests.size > 1)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([server, digests]) => ({
      server,
      digests: [...digests].map(([digest, seenIn]) => ({ digest, runs: [...seenIn] })),
    }));
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
