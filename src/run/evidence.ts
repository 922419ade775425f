import { type Epoch, Epochs } from './epoch.ts';
import type { ParentOf } from './inherited.ts';
import { nanosBetween } from './nanos-between.ts';
import { proveCalls } from './prove-calls.ts';
import { bearsOnCoverage, type CallFact, type SpanFact } from './span-fact.ts';
import { Call, emittersOf, least, type Processes, SpanNode, serviceKey } from './span-node.ts';

export type { SpanNode } from './span-node.ts';

/** The facts of one run as spans, calls and epochs. A function of the set of facts alone. */
export interface Evidence {
  /** Spans that say more than what stands above them, in the order of their traces and ids. */
  readonly nodes: readonly SpanNode[];
  readonly calls: readonly Call[];
  readonly epochs: readonly Epoch[];
  readonly traces: readonly string[];
  /** Of all spans. */
  readonly services: ReadonlySet<string>;
  readonly parentOf: ParentOf;
}

export function evidenceOf(facts: readonly SpanFact[]): Evidence {
  const epochs = new Epochs();
  for (const fact of facts) if (hasNumbers(fact)) epochs.note(fact);
  let known: Processes | undefined;
  const processes = (): Processes => {
    known ??= emittersByService(facts);
    return known;
  };
  const nodes: SpanNode[] = [];
  const links: SpanFact[] = [];
  const calls: Call[] = [];
  const traces: string[] = [];
  const services = new Set<string>();
  let hasUnproven = false;
  for (const ofSpan of bySpan(facts)) {
    const [first] = ofSpan;
    if (first.trace !== traces.at(-1)) traces.push(first.trace);
    if (ofSpan.length === 1 && isLink(first)) {
      links.push(first);
      if (first.service !== undefined) services.add(first.service);
      continue;
    }
    const node = new SpanNode(ofSpan, processes);
    node.calls = callsOf(node, epochs);
    if (node.calls.length === 0) node.unproven = unprovenOf(node, epochs);
    if (node.unproven !== undefined) hasUnproven = true;
    if (node.service !== undefined) services.add(node.service);
    nodes.push(node);
    for (const call of node.calls) calls.push(call);
  }
  const parentOf = parents(nodes, () => links.map((fact) => new SpanNode([fact], processes)));
  const isProven = hasUnproven && proveCalls(nodes, parentOf);
  const all = isProven ? nodes.flatMap((node) => node.calls) : calls;
  return { nodes, calls: all, epochs: epochs.sorted(), traces, services, parentOf };
}

/** Of several that differ the first counts: each is no more than what it could be. */
function unprovenOf(node: SpanNode, epochs: Epochs): Call | undefined {
  if (node.facts.every(({ unproven }) => unproven === undefined)) return undefined;
  const [first] = node.facts.flatMap(({ unproven }) => unproven ?? []).sort(byRecord);
  return first && callOf(node, first, ofTheSpan(node.facts), epochs);
}

export function spanKey({ trace, span }: Pick<SpanFact, 'trace' | 'span'>): string {
  return `${trace} ${span}`;
}

/** What finds parents is made when somebody asks: where all calls are of one side, nobody does. */
function parents(nodes: readonly SpanNode[], links: () => readonly SpanNode[]): ParentOf {
  let byKey: Map<string, SpanNode> | undefined;
  return ({ trace, parentId }) => {
    if (parentId === undefined) return undefined;
    byKey ??= new Map([...nodes, ...links()].map((node) => [spanKey(node), node]));
    return byKey.get(spanKey({ trace, span: parentId }));
  };
}

/** A span with a remote parent that names a run: the run is what it began. */
export function namesRun({ isRemote, facts }: SpanNode): boolean {
  return isRemote && facts.some(({ runs }) => runs?.span !== undefined || runs?.keySpan !== undefined);
}

/** Most spans only link others: of such a one nobody asks more than its parent, its process and its service. */
function isLink(fact: SpanFact): boolean {
  const { parent, carrier, model } = fact;
  return parent !== undefined && carrier === undefined && model === undefined && !bearsOnCoverage(fact);
}

function hasNumbers({ calls, emitter, checkpoints }: SpanFact): boolean {
  return calls !== undefined || emitter !== undefined || checkpoints !== undefined;
}

/** The facts of each span, in the order of traces and spans; where a state gave the facts, they stand so already. */
function bySpan(facts: readonly SpanFact[]): readonly [SpanFact, ...SpanFact[]][] {
  const isInOrder = facts.every((fact, at) => at === 0 || compare(facts[at - 1] ?? fact, fact) <= 0);
  const spans: [SpanFact, ...SpanFact[]][] = [];
  for (const fact of isInOrder ? facts : facts.toSorted(compare)) {
    const last = spans.at(-1);
    if (last !== undefined && compare(last[0], fact) === 0) last.push(fact);
    else spans.push([fact]);
  }
  return spans;
}

function compare(a: SpanFact, b: SpanFact): number {
  if (a.trace !== b.trace) return a.trace < b.trace ? -1 : 1;
  return a.span < b.span ? -1 : a.span === b.span ? 0 : 1;
}

/** The records that stand on a span, each once; intact events before what a reader made of it. */
function callsOf(node: SpanNode, epochs: Epochs): readonly Call[] {
  const { facts } = node;
  const [{ calls: first }] = facts;
  if (facts.length === 1) {
    if (first === undefined) return node.calls;
    const [only] = first;
    if (first.length === 1 && only !== undefined) return [callOf(node, only, ofOneFact(facts[0]), epochs)];
  }
  const all = facts.flatMap(({ calls }) => calls ?? []);
  const events = all.filter(({ origin }) => origin === 'event');
  const own = ofTheSpan(facts);
  const calls: Call[] = [];
  let last: string | undefined;
  for (const fact of (events.length > 0 ? events : all).sort(byRecord)) {
    if (fact.record !== last) calls.push(callOf(node, fact, own, epochs));
    last = fact.record;
  }
  return calls;
}

/** What stands on a span itself. */
type OfTheSpan = Partial<Pick<CallFact, 'emitter' | 'epoch' | 'sequence' | 'duration'>>;

/** Taken together once: ids come from outside, and thousands of facts may bear one. */
function ofTheSpan(facts: SpanNode['facts']): OfTheSpan {
  return {
    emitter: least(facts.map(({ emitter }) => emitter)),
    epoch: least(facts.map(({ epoch }) => epoch)),
    sequence: facts.find(({ sequence }) => sequence !== undefined)?.sequence,
    duration: least(facts.map(durationOf)),
  };
}

/** The one call of one fact knows how long it took, unless a log record brought it. */
function ofOneFact(fact: SpanFact): OfTheSpan {
  const { emitter, epoch, sequence, calls } = fact;
  const isTold = calls?.[0]?.duration !== undefined;
  return { emitter, epoch, sequence, duration: isTold ? undefined : durationOf(fact) };
}

function callOf(node: SpanNode, fact: CallFact, own: OfTheSpan, epochs: Epochs): Call {
  const { emitter = own.emitter, epoch = own.epoch, sequence = own.sequence } = fact;
  const isNumbered = emitter !== undefined && epoch !== undefined && sequence !== undefined;
  return new Call(node, fact, fact.duration ?? own.duration ?? '0', {
    emitter,
    epoch: isNumbered ? epochs.get(node.trace, emitter, epoch) : undefined,
    sequence: isNumbered ? sequence : undefined,
  });
}

/** The emitter that alone speaks for a service and instance in a trace: its other spans are of that process. */
function emittersByService(facts: readonly SpanFact[]): Processes {
  const found = new Map<string, string | undefined>();
  for (const fact of facts) {
    for (const emitter of emittersOf(fact)) {
      const key = serviceKey(fact);
      const isOther = found.has(key) && found.get(key) !== emitter;
      found.set(key, isOther ? undefined : emitter);
    }
  }
  const alone = new Map<string, string>();
  for (const [key, emitter] of found) if (emitter !== undefined) alone.set(key, emitter);
  return alone;
}

function durationOf({ start, end }: SpanFact): string | undefined {
  return start === undefined || end === undefined ? undefined : nanosBetween(start, end);
}

function byRecord(a: CallFact, b: CallFact): number {
  return a.record < b.record ? -1 : a.record > b.record ? 1 : 0;
}
