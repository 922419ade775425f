import { GATEWAYS } from '../dialect/gateways.ts';
import type { Evidence } from './evidence.ts';
import { type Inherited, inherited } from './inherited.ts';
import { type Nearest, nearestCalls } from './nearest-call.ts';
import { contradict, isRoutedTo, isServed, namesAgree } from './same-call.ts';
import type { Call, SpanNode } from './span-node.ts';
import { type ToldSame, tellsSame, toldSame } from './told-same.ts';
import { unjoined } from './unjoined.ts';

/** The spans that one MCP request left, outermost first; each role at most once. */
export type Request = readonly [Call, ...Call[]];

/** The requests of a run, and what could not be told. */
export interface Requests {
  readonly requests: readonly Request[];
  /** Framework spans that stand for several client calls: their events are sealed, but they are no calls. */
  readonly covered: readonly Call[];
  /** Server calls that joined no call above them though one may be the same request: their number is not known. */
  readonly unjoinedServers: readonly Call[];
  /** Client calls below or beside a framework's span of the same tool that joined none: they may be the same request. */
  readonly unjoinedClients: readonly Call[];
  /** Pairs that would join but name different targets: both stand, and contradict each other. */
  readonly contradicting: readonly (readonly [Call, Call])[];
  /** Requests that are left out: a span of the same client, of a trace that is not here, holds their record. */
  readonly recordedElsewhere: number;
}

/**
 * Tells which spans are one MCP request. Roles are the dialects' (`vantage`); names agree when their leaves do.
 * A client call joins the nearest server call below it, else the one client call of the layer beneath; a framework
 * span the one client call below it in its own process, else the nearest server call; a gateway's server call the one
 * call that it passes on. Siblings never join; when in doubt, two records.
 */
export function joinCalls(evidence: Evidence): Requests {
  if (mayJoin(evidence)) return joined(evidence);
  const requests = evidence.calls.map((call): Request => [call]);
  return {
    requests,
    covered: [],
    unjoinedServers: [],
    unjoinedClients: [],
    contradicting: [],
    recordedElsewhere: 0,
  };
}

function joined(evidence: Evidence): Requests {
  const byNode = new Map<SpanNode, Call>();
  const alone: Call[] = [];
  for (const call of evidence.calls) {
    // A span with two records is a conflict and takes no part.
    if (call.node.calls.length === 1) byNode.set(call.node, call);
    else alone.push(call);
  }
  const told = toldSame(evidence, byNode);
  for (const [call, others] of told.othersOf) for (const { node } of others) byNode.set(node, call);
  const calls = told.othersOf.size === 0 ? [...byNode.values()] : [...new Set(byNode.values())];
  const nearest = nearestCalls(evidence, byNode);
  const servers = serversBelow(calls, nearest);
  const clients = clientsBelow(evidence, byNode);
  const inner = new Map<Call, Call>();
  const taken = new Set<Call>();
  const covered = new Set<Call>();
  const contradicting = [...told.contradicting];
  const join = (outer: Call, candidates: readonly Call[]): void => {
    const isSame = isOfGateway(outer) ? isRoutedTo : namesAgree;
    const agreeing = candidates.filter((candidate) => isSame(outer, candidate));
    const [only] = agreeing;
    if (only === undefined || agreeing.length > 1 || taken.has(only)) return;
    if (contradict(outer, only)) {
      contradicting.push([outer, only]);
      return;
    }
    taken.add(only);
    inner.set(outer, only);
  };
  const passedOn = clientsDirectlyBelow(calls, nearest);
  for (const call of calls) {
    if (call.vantage === 'client') join(call, servers.get(call) ?? passedOn.get(call) ?? []);
    else if (isOfGateway(call)) join(call, passedOn.get(call) ?? []);
  }
  for (const call of calls) {
    if (call.vantage !== 'framework') continue;
    const below = clients.get(call) ?? [];
    if (below.length > 1) covered.add(call);
    else join(call, below.length === 1 ? below : (servers.get(call) ?? []));
  }
  const outermost = [...alone, ...calls].filter((call) => !taken.has(call) && !covered.has(call));
  const chains = outermost.map((call) => chain(call, inner, told));
  const requests = withoutElsewhere(chains, told, evidence);
  const { servers: unjoinedServers, clients: unjoinedClients } = unjoined(
    requests,
    evidence,
    byNode,
    covered,
  );
  return {
    requests,
    covered: [...covered],
    unjoinedServers,
    unjoinedClients,
    contradicting,
    recordedElsewhere: chains.length - requests.length,
  };
}

/** Only servers', gateways' and frameworks' calls are joined to others, and those of two instrumentations of a client. */
function mayJoin({ calls }: Evidence): boolean {
  const dialect = calls[0]?.fact.dialect;
  return calls.some((call) => call.vantage !== 'client' || call.fact.dialect !== dialect || tellsSame(call));
}

function chain(outer: Call, inner: ReadonlyMap<Call, Call>, { othersOf }: ToldSame): Request {
  const spans: [Call, ...Call[]] = [outer];
  for (let next: Call | undefined = outer; next !== undefined; next = inner.get(next)) {
    if (next !== outer) spans.push(next);
    spans.push(...(othersOf.get(next) ?? []));
  }
  return spans;
}

/** Requests of which the record is another trace's are left out, but where a policy layer was heard that spoke here alone. */
function withoutElsewhere(
  requests: readonly Request[],
  { elsewhere }: ToldSame,
  { nodes }: Evidence,
): readonly Request[] {
  if (elsewhere.size === 0 || nodes.some(({ facts }) => facts.some(({ policy }) => policy !== undefined))) {
    return requests;
  }
  return requests.filter((request) => {
    const isSilent = request.every(({ summary }) => summary.decision.source === 'none');
    return !isSilent || !request.some((call) => elsewhere.has(call));
  });
}

/**
 * For each client or framework call the server calls that have it as their nearest call above, with no span of a
 * third process between.
 */
function serversBelow(
  calls: readonly Call[],
  nearest: Inherited<Nearest>,
): ReadonlyMap<Call, readonly Call[]> {
  const below = new Map<Call, Call[]>();
  for (const call of calls) {
    if (!isServed(call)) continue;
    const { outer, between } = nearest(call.node);
    if (outer?.vantage !== 'client' && outer?.vantage !== 'framework') continue;
    const isThird = between.some(
      (process) => process !== call.node.process && process !== outer.node.process,
    );
    if (!isThird) add(below, outer, call);
  }
  return below;
}

/**
 * For each call the client calls of its own process that have it as their nearest call above and are the same request
 * seen once more: below a gateway's server span the call that it passes on; below a client's span that of the layer
 * beneath, which another instrumentation wrote. Of spans that an emitter numbered nothing is known of layers.
 */
function clientsDirectlyBelow(
  calls: readonly Call[],
  nearest: Inherited<Nearest>,
): ReadonlyMap<Call, readonly Call[]> {
  const below = new Map<Call, Call[]>();
  for (const call of calls) {
    if (call.vantage !== 'client' || call.fact.dialect === undefined) continue;
    const { outer, between } = nearest(call.node);
    if (outer?.fact.dialect === undefined || outer.node.process !== call.node.process) continue;
    if (between.some((process) => process !== call.node.process)) continue;
    const isSame = outer.fact.dialect === call.fact.dialect;
    const isLayer = outer.vantage === 'client' && !isSame && outer.emitter === undefined;
    if (isLayer || (isOfGateway(outer) && isSame)) add(below, outer, call);
  }
  return below;
}

/** What a gateway writes of a call that it takes in. */
function isOfGateway({ vantage, fact: { dialect } }: Call): boolean {
  return vantage !== 'client' && dialect !== undefined && GATEWAYS.has(dialect);
}

/** For each framework call the client calls below it in its own process; those below another call are not counted. */
function clientsBelow(
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
): ReadonlyMap<Call, readonly Call[]> {
  const framework = inherited<Call | undefined>(evidence, {
    atTop: () => undefined,
    below(node, parent, above) {
      if (node.isRemote || parent.process !== node.process) return undefined;
      const outer = byNode.get(parent);
      // Of two spans of one call the upper one is not above the lower one.
      if (outer === undefined || outer === byNode.get(node)) return above;
      // Below another call, what a client does is that one's doing: a server's onward call, a layer beneath.
      return outer.vantage === 'framework' ? outer : undefined;
    },
  });
  const below = new Map<Call, Call[]>();
  for (const [node, call] of byNode) {
    if (call.vantage !== 'client' || call.node !== node) continue;
    const outer = framework(call.node);
    if (outer !== undefined) add(below, outer, call);
  }
  return below;
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}
