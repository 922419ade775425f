import { toolLeaf } from '../span/tool-name.ts';
import { type Evidence, spanKey } from './evidence.ts';
import { inherited } from './inherited.ts';
import type { Request, Requests } from './join-calls.ts';
import { leafOf } from './same-call.ts';
import type { PolicyFact } from './span-fact.ts';
import type { SpanNode } from './span-node.ts';

/** What policy layers said about a request on spans of their own. */
export type Heard = ReadonlyMap<Request, readonly PolicyFact[]>;

const NOTHING: Heard = new Map();

/**
 * Finds for each word of a policy layer the one request that it is about: the call directly above, or the only one
 * that it can mean of those beside it and above. Where two can be meant it is about none.
 */
export function heardDecisions(evidence: Evidence, { requests }: Requests): Heard {
  const speaking = evidence.nodes.filter(({ facts }) => facts.some(({ policy }) => policy !== undefined));
  if (speaking.length === 0) return NOTHING;
  const places = placesOf(evidence, requests);
  const heard = new Map<Request, PolicyFact[]>();
  for (const node of speaking) {
    for (const { policy } of node.facts) {
      const request = policy && requestOf(policy, node, places);
      if (request !== undefined) heard.set(request, [...(heard.get(request) ?? []), policy as PolicyFact]);
    }
  }
  return heard;
}

/** How requests are found from a span; a call that stands for none of its own is nobody's. */
interface Places {
  readonly at: (node: SpanNode | undefined) => Request | undefined;
  readonly parentOf: Evidence['parentOf'];
  readonly beside: (node: SpanNode) => readonly SpanNode[];
  readonly nearest: (node: SpanNode) => SpanNode | undefined;
}

function placesOf(evidence: Evidence, requests: readonly Request[]): Places {
  const byNode = new Map<SpanNode, Request>();
  for (const request of requests) for (const { node } of request) byNode.set(node, request);
  const children = new Map<string, SpanNode[]>();
  for (const node of evidence.nodes) {
    if (node.parentId === undefined) continue;
    const key = spanKey({ trace: node.trace, span: node.parentId });
    const known = children.get(key);
    if (known === undefined) children.set(key, [node]);
    else known.push(node);
  }
  return {
    at: (node) => node && byNode.get(node),
    parentOf: evidence.parentOf,
    beside: ({ trace, parentId }) =>
      parentId === undefined ? [] : (children.get(spanKey({ trace, span: parentId })) ?? []),
    nearest: inherited<SpanNode | undefined>(evidence, {
      atTop: () => undefined,
      below: (_node, parent, above) => (parent.calls.length > 0 ? parent : above),
    }),
  };
}

function requestOf(policy: PolicyFact, node: SpanNode, places: Places): Request | undefined {
  const parent = places.parentOf(node);
  if (policy.about === 'parent') return places.at(parent);
  const beside = places.beside(node);
  const isCall = parent !== undefined && parent.calls.length > 0;
  if (policy.about === 'request' && !isCall && beside.some(isModelRequest)) return undefined;
  const near = [...(isCall ? [parent] : []), ...beside.filter(({ calls }) => calls.length > 0)];
  const meant = near.filter((call) => isOfTool(call, policy.tool));
  if (meant.length > 0) return only(meant, places);
  // Further up only by the tool's name: what is said without one may be about anything in between.
  const above = policy.tool === undefined ? undefined : places.nearest(node);
  return above !== undefined && isOfTool(above, policy.tool) ? places.at(above) : undefined;
}

/** The one request that all of them are spans of. */
function only([first, ...more]: readonly SpanNode[], places: Places): Request | undefined {
  const request = places.at(first);
  return more.every((node) => places.at(node) === request) ? request : undefined;
}

function isOfTool({ calls }: SpanNode, tool: string | undefined): boolean {
  return tool === undefined || calls.some((call) => leafOf(call) === toolLeaf(tool));
}

function isModelRequest({ facts }: SpanNode): boolean {
  return facts.some(({ model }) => model === true);
}
