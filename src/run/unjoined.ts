import type { Evidence } from './evidence.ts';
import { inherited } from './inherited.ts';
import { nearestCalls } from './nearest-call.ts';
import { isServed, leafOf, namesAgree } from './same-call.ts';
import type { Call, SpanNode } from './span-node.ts';

/** The spans of one request, outermost first. */
type Spans = readonly [Call, ...Call[]];

/** Calls that begin a record of their own though another record may be of the same request. */
interface Unjoined {
  readonly servers: readonly Call[];
  readonly clients: readonly Call[];
}

/** Of requests that stand alone, those of which it cannot be told: they may be recorded twice. */
export function unjoined(
  requests: readonly Spans[],
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
  covered: ReadonlySet<Call>,
): Unjoined {
  const hasClient = mayHaveClient(evidence, byNode, requests);
  const isOfFramework = mayBeOfFramework(requests, evidence, byNode, covered);
  const outermost = requests.map(([outer]) => outer);
  return {
    servers: outermost.filter((call) => isServed(call) && hasClient(call)),
    clients: outermost.filter((call) => call.vantage === 'client' && isOfFramework(call)),
  };
}

/**
 * A client's call whose nearest call above is a framework's of the same leaf that stands for itself; or beside which
 * such a one stands in its process and trace with no client's call below it: not every framework makes its spans the
 * parents of what it does.
 */
function mayBeOfFramework(
  requests: readonly Spans[],
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
  covered: ReadonlySet<Call>,
): (call: Call) => boolean {
  const nearest = nearestCalls(evidence, byNode);
  const lone = new Set<string>();
  for (const spans of requests) {
    const isLone = spans.every(({ vantage }) => vantage === 'framework');
    if (isLone) lone.add(placeOf(spans[0]));
  }
  return (call) => {
    const { outer } = nearest(call.node);
    const isBelow = outer?.vantage === 'framework' && !covered.has(outer) && namesAgree(outer, call);
    return isBelow || (lone.size > 0 && lone.has(placeOf(call)));
  };
}

/** Trace, process and leaf. */
function placeOf(call: Call): string {
  return JSON.stringify([call.node.trace, call.node.process, leafOf(call)]);
}

/**
 * A server's call whose chain of parents ends unseen or in a link, whose nearest client's or framework's call above has
 * the same leaf, or whose leaf was called in another trace: that one may be the same request.
 */
function mayHaveClient(
  evidence: Evidence,
  byNode: ReadonlyMap<SpanNode, Call>,
  requests: readonly Spans[],
): (call: Call) => boolean {
  const client = inherited<Call | 'seen' | 'unseen'>(evidence, {
    atTop: ({ parentId }) => (parentId === undefined ? 'seen' : 'unseen'),
    below(_node, parent, above) {
      const outer = byNode.get(parent);
      return outer?.vantage === 'client' || outer?.vantage === 'framework' ? outer : above;
    },
  });
  const isCalledElsewhere = calledElsewhere(requests);
  return (call) => {
    const outer = client(call.node);
    if (typeof outer !== 'string') return namesAgree(outer, call);
    return outer === 'unseen' || call.fact.linked === true || isCalledElsewhere(call);
  };
}

/** Whether a request of that name was seen in another trace of the run, and no server's side of it. */
function calledElsewhere(requests: readonly Spans[]): (call: Call) => boolean {
  const traces = new Map<string, Set<string>>();
  for (const request of requests) {
    if (request.some(isServed)) continue;
    const leaf = leafOf(request[0]);
    traces.set(leaf, (traces.get(leaf) ?? new Set()).add(request[0].node.trace));
  }
  return (call) => {
    const called = traces.get(leafOf(call));
    return called !== undefined && (called.size > 1 || !called.has(call.node.trace));
  };
}
