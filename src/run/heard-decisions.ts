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
      if (request === undefined || policy === undefined) continue;
      const known = heard.get(request);
      if (known === undefined) heard.set(request, [policy]);
      else known.push(policy);
    }
  }
  return heard;
}

/** How requests are found from a span; a call that stands for none of its own is nobody's. */
interface Places {
  readonly at: (node: SpanNode | undefined) => Request | undefined;
  readonly parentOf: Evidence['parentOf'];
  readonly beside: (node: SpanNode) => Beside;
  readonly nearest: (node: SpanNode) => SpanNode | undefined;
}

/** What stands below one span. Gathered once: thousands of words may stand beside thousands of calls. */
interface Beside {
  isModelAsked: boolean;
  /** A tool of which nobody knows that it is a call: a word without a name may be about it. */
  isToolRun: boolean;
  /** Whose calls bear a leaf, under `undefined` any: of more than one request it is enough to know two. */
  readonly meant: Map<string | undefined, Set<Request | undefined>>;
}

const NOBODY: Beside = { isModelAsked: false, isToolRun: false, meant: new Map() };

function placesOf(evidence: Evidence, requests: readonly Request[]): Places {
  const byNode = new Map<SpanNode, Request>();
  for (const request of requests) for (const { node } of request) byNode.set(node, request);
  const children = new Map<string, Beside>();
  for (const node of evidence.nodes) {
    const isModel = isModelRequest(node);
    const isTool = node.calls.length === 0 && node.facts.some(({ tool }) => tool !== undefined);
    if (node.parentId === undefined || (node.calls.length === 0 && !isModel && !isTool)) continue;
    const key = spanKey({ trace: node.trace, span: node.parentId });
    const known = children.get(key) ?? { isModelAsked: false, isToolRun: false, meant: new Map() };
    children.set(key, known);
    known.isModelAsked ||= isModel;
    known.isToolRun ||= isTool;
    if (node.calls.length === 0) continue;
    for (const leaf of [undefined, ...node.calls.map(leafOf)]) {
      const meant = known.meant.get(leaf) ?? new Set();
      if (meant.size < 2) known.meant.set(leaf, meant.add(byNode.get(node)));
    }
  }
  return {
    at: (node) => node && byNode.get(node),
    parentOf: evidence.parentOf,
    beside: ({ trace, parentId }) =>
      (parentId === undefined ? undefined : children.get(spanKey({ trace, span: parentId }))) ?? NOBODY,
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
  if (policy.about === 'request' && !isCall && beside.isModelAsked) return undefined;
  if (policy.tool === undefined && !isCall && beside.isToolRun) return undefined;
  const leaf = policy.tool === undefined ? undefined : toolLeaf(policy.tool);
  const meant = new Set(beside.meant.get(leaf));
  if (isCall && isOfTool(parent, policy.tool)) meant.add(places.at(parent));
  const [only] = meant;
  if (meant.size > 0) return meant.size === 1 ? only : undefined;
  // Further up only by the tool's name: what is said without one may be about anything in between.
  const above = policy.tool === undefined ? undefined : places.nearest(node);
  return above !== undefined && isOfTool(above, policy.tool) ? places.at(above) : undefined;
}

function isOfTool({ calls }: SpanNode, tool: string | undefined): boolean {
  return tool === undefined || calls.some((call) => leafOf(call) === toolLeaf(tool));
}

function isModelRequest({ facts }: SpanNode): boolean {
  return facts.some(({ model }) => model === true);
}
