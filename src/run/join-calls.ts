import { toolLeaf } from '../span/tool-name.ts';
import { above, type Call, type Evidence, type SpanNode } from './evidence.ts';

/** The spans that one MCP request left, outermost first; each role at most once. */
export type Request = readonly [Call, ...Call[]];

/** The requests of a run, and what could not be told. */
export interface Requests {
  readonly requests: readonly Request[];
  /** Framework spans that stand for several client calls: their events are sealed, but they are no calls. */
  readonly covered: readonly Call[];
  /** Server calls that joined no call above them though one may be the same request: their number is not known. */
  readonly unjoinedServers: readonly Call[];
  /** Client calls below a framework's span of the same tool in another process: they may be the same request. */
  readonly unjoinedClients: readonly Call[];
  /** Pairs that would join but name different targets: both stand, and contradict each other. */
  readonly contradicting: readonly (readonly [Call, Call])[];
}

/**
 * Tells which spans are one MCP request. Roles are the dialects' (`vantage`); names agree when their leaves do.
 * A client call joins the nearest server call below it, a framework span the one client call below it in its
 * own process, else the nearest server call. Siblings never join; when in doubt, two records.
 */
export function joinCalls(evidence: Evidence): Requests {
  const byNode = new Map<SpanNode, Call>();
  const alone: Call[] = [];
  for (const call of evidence.calls) {
    // A span with two records is a conflict and takes no part.
    if (call.node.calls.length === 1) byNode.set(call.node, call);
    else alone.push(call);
  }
  const servers = nearestBelow(evidence, byNode, 'server');
  const clients = clientsBelowFrameworks(evidence, byNode);
  const inner = new Map<Call, Call>();
  const taken = new Set<Call>();
  const covered = new Set<Call>();
  const contradicting: [Call, Call][] = [];
  const join = (outer: Call, candidates: readonly Call[]): void => {
    const agreeing = candidates.filter((candidate) => leafOf(candidate) === leafOf(outer));
    const [only] = agreeing;
    if (only === undefined || agreeing.length > 1 || taken.has(only)) return;
    if (contradict(outer, only)) {
      contradicting.push([outer, only]);
      return;
    }
    taken.add(only);
    inner.set(outer, only);
  };
  const calls = [...byNode.values()];
  for (const call of calls) if (call.vantage === 'client') join(call, servers.get(call) ?? []);
  for (const call of calls) {
    if (call.vantage !== 'framework') continue;
    const below = clients.get(call) ?? [];
    if (below.length > 1) covered.add(call);
    else join(call, below.length === 1 ? below : (servers.get(call) ?? []));
  }
  const outermost = [...alone, ...calls].filter((call) => !taken.has(call) && !covered.has(call));
  const requests = outermost.map((call) => chain(call, inner));
  return {
    requests,
    covered: [...covered],
    unjoinedServers: outermost.filter(
      (call) => call.vantage === 'server' && mayHaveClient(evidence, byNode, call),
    ),
    unjoinedClients: outermost.filter(
      (call) => call.vantage === 'client' && isBelowFramework(evidence, byNode, covered, call),
    ),
    contradicting,
  };
}

function chain(outer: Call, inner: ReadonlyMap<Call, Call>): Request {
  const spans: [Call, ...Call[]] = [outer];
  for (let next = inner.get(outer); next !== undefined; next = inner.get(next)) spans.push(next);
  return spans;
}

/**
 * For each client or framework call the calls of role `role` that have it as their nearest call above, with no
 * span of a third process between.
 */
function nearestBelow(
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
  role: 'server',
): ReadonlyMap<Call, readonly Call[]> {
  const below = new Map<Call, Call[]>();
  for (const call of byNode.values()) {
    if (call.vantage !== role) continue;
    const between = new Set<string>();
    for (const node of above(evidence, call.node)) {
      const outer = byNode.get(node);
      if (outer === undefined) {
        between.add(node.process);
        continue;
      }
      const isThird = [...between].some(
        (process) => process !== call.node.process && process !== node.process,
      );
      if (!isThird && (outer.vantage === 'client' || outer.vantage === 'framework')) add(below, outer, call);
      break;
    }
  }
  return below;
}

/** For each framework call the client calls below it in its own process; those below another client are not counted. */
function clientsBelowFrameworks(
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
): ReadonlyMap<Call, readonly Call[]> {
  const below = new Map<Call, Call[]>();
  for (const call of byNode.values()) {
    if (call.vantage !== 'client' || call.node.isRemote) continue;
    for (const node of above(evidence, call.node)) {
      const outer = byNode.get(node);
      if (node.process !== call.node.process || outer?.vantage === 'client') break;
      if (outer?.vantage === 'framework') {
        add(below, outer, call);
        break;
      }
      if (node.isRemote) break;
    }
  }
  return below;
}

/**
 * A server call whose chain of parents ends unseen, or whose nearest client or framework call above has the same
 * leaf: that one may be the same request.
 */
function mayHaveClient(evidence: Evidence, byNode: ReadonlyMap<SpanNode, Call>, call: Call): boolean {
  let top = call.node;
  for (const node of above(evidence, call.node)) {
    const outer = byNode.get(node);
    if (outer?.vantage === 'client' || outer?.vantage === 'framework') return leafOf(outer) === leafOf(call);
    top = node;
  }
  return top.parentId !== undefined;
}

/** Whether the nearest call above is a framework's of the same leaf that stands for itself. */
function isBelowFramework(
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
  covered: ReadonlySet<Call>,
  call: Call,
): boolean {
  for (const node of above(evidence, call.node)) {
    const outer = byNode.get(node);
    if (outer === undefined) continue;
    return outer.vantage === 'framework' && !covered.has(outer) && leafOf(outer) === leafOf(call);
  }
  return false;
}

/** Both classified, with different targets: they cannot be one request. */
function contradict(a: Call, b: Call): boolean {
  const both = a.record.classification === 'classified' && b.record.classification === 'classified';
  return both && JSON.stringify(a.record.action) !== JSON.stringify(b.record.action);
}

function leafOf({ record }: Call): string {
  return toolLeaf(record.tool.name);
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
