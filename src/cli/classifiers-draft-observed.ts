import type { DraftTool } from '../classifier-file/draft-tool.ts';
import { isKnown, type ObservedRecord } from '../gate/observed-run.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';
import { toolLeaf } from '../span/tool-name.ts';

/** What records call a tool or a server that nobody named. */
const UNNAMED = 'unknown';

/** Tools of the calls that no classifier knew. */
export interface ObservedTools {
  /** By leaf: under which namespaces hosts offered one tool makes no other of it. */
  readonly tools: readonly DraftTool[];
  /** Where they were seen, in order. */
  readonly servers: readonly string[];
  /** Where unknown tools were seen that nobody asked for, in order. */
  readonly others: readonly string[];
  /** Calls of unknown tools that say no name. */
  readonly unnamed: number;
  /** Calls of unknown tools on servers whose id is not in the record as it came. */
  readonly changed: number;
}

/** The unknown tools of runs; with `wanted`, on these servers alone. */
export function observedTools(
  runs: readonly Pick<GivenRun, 'surface'>[],
  wanted: readonly string[] | undefined,
): ObservedTools {
  const byLeaf = new Map<string, Map<string, number>>();
  const others = new Set<string>();
  let unnamed = 0;
  let changed = 0;
  for (const record of runs.flatMap(({ surface }) => surface?.observed_tool_decisions ?? [])) {
    const server = record.server.id;
    if (isKnown(record)) continue;
    if (wanted !== undefined && !wanted.includes(server)) {
      others.add(server);
      continue;
    }
    if (isUnnamed(record)) unnamed += 1;
    else if (isChanged(server)) changed += 1;
    else {
      const leaf = toolLeaf(record.tool.name);
      const calls = byLeaf.get(leaf) ?? new Map<string, number>();
      calls.set(server, (calls.get(server) ?? 0) + 1);
      byLeaf.set(leaf, calls);
    }
  }
  const tools = [...byLeaf].map(([name, calls]) => ({
    name,
    seen: [...calls].map(([server, count]) => ({ server, calls: count })).sort(byServer),
  }));
  const servers = new Set(tools.flatMap(({ seen }) => seen.map(({ server }) => server)));
  return { tools, servers: [...servers].sort(), others: [...others].sort(), unnamed, changed };
}

function isUnnamed({ tool }: ObservedRecord): boolean {
  return tool.name === UNNAMED;
}

/** A classifier is held against the id as it came; masked, sanitised or cut, it would never be equal to it. */
function isChanged(server: string): boolean {
  return (
    server === '[masked]' || server.includes('\ufffd') || /…[0-9a-f]{16}$/.test(server) || server === '*'
  );
}

function byServer(
  { server: one }: { readonly server: string },
  { server: other }: { readonly server: string },
) {
  return one < other ? -1 : 1;
}
