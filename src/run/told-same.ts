import { type Evidence, spanKey } from './evidence.ts';
import { contradict, namesAgree } from './same-call.ts';
import type { Call, SpanNode } from './span-node.ts';

/** What calls say of themselves: that another span of their process is the very same one. */
export interface ToldSame {
  /** Of a call, the other spans of it. */
  readonly othersOf: ReadonlyMap<Call, readonly Call[]>;
  /** Other spans of calls in traces of which nothing is here: their records are in those traces' runs. */
  readonly elsewhere: ReadonlySet<Call>;
  readonly contradicting: readonly (readonly [Call, Call])[];
}

const NOTHING: ToldSame = { othersOf: new Map(), elsewhere: new Set(), contradicting: [] };

/** Whether a call says that another span is the same. */
export function tellsSame(call: Call): boolean {
  return sameAs(call) !== undefined;
}

/** What a client's or a server's call says so of; nothing where copies of its event, by several ways, do not agree. */
function sameAs({ fact, vantage, node }: Call): string | undefined {
  if (fact.sameAs === undefined) return undefined;
  if (vantage !== 'client' && vantage !== 'server') return undefined;
  if (node.facts.length === 1) return fact.sameAs;
  const said = new Set<string | undefined>();
  for (const { calls } of node.facts)
    for (const copy of calls ?? []) if (copy.origin === 'event') said.add(copy.sameAs);
  return said.size === 1 ? fact.sameAs : undefined;
}

/**
 * Where two instrumentations of one client or server each write a span, the emitter knows it as they begin, and the event
 * of the one names the other. It is believed where that one is of the same side, tool and emitter; where its trace is here
 * and it is not, it may be lost, and the call stands for itself.
 */
export function toldSame(evidence: Evidence, byNode: ReadonlyMap<SpanNode, Call>): ToldSame {
  const telling = [...byNode.values()].filter(tellsSame);
  if (telling.length === 0) return NOTHING;
  const byKey = new Map([...byNode.values()].map((call) => [spanKey(call.node), call]));
  const traces = new Set(evidence.traces);
  const othersOf = new Map<Call, Call[]>();
  const elsewhere = new Set<Call>();
  const contradicting: [Call, Call][] = [];
  for (const call of telling) {
    const [trace = '', span = ''] = (sameAs(call) ?? '').split('-');
    const named = byKey.get(spanKey({ trace, span }));
    if (!traces.has(trace)) elsewhere.add(call);
    if (named === undefined || !isSame(named, call)) continue;
    if (contradict(named, call)) {
      contradicting.push([named, call]);
      continue;
    }
    const others = othersOf.get(named);
    if (others === undefined) othersOf.set(named, [call]);
    else others.push(call);
  }
  return { othersOf, elsewhere, contradicting };
}

function isSame(named: Call, call: Call): boolean {
  const { vantage, emitter } = call;
  const areOfOneSide = named.vantage === vantage && emitter !== undefined && named.emitter === emitter;
  return areOfOneSide && !tellsSame(named) && namesAgree(named, call);
}
