import { canonicalJson } from '../decision/canonical-json.ts';
import type { Checkpoint } from '../decision/checkpoint.ts';
import { digestOf } from '../decision/codec.ts';
import type { DecisionRecord } from '../decision/record.ts';
import type { Vantage } from '../span/observed-call.ts';
import type { CallFact, SpanFact } from './span-fact.ts';

/** A span of the run, all its facts together. */
export interface SpanNode {
  readonly trace: string;
  readonly span: string;
  /** The parent's id, whether or not that span was seen: see `above`. */
  readonly parentId: string | undefined;
  readonly isRemote: boolean;
  readonly facts: readonly SpanFact[];
  /** Emitter id, else service with instance: what "the same process" means. */
  readonly process: string;
  readonly service: string | undefined;
  readonly calls: readonly Call[];
}

/** One record with the span it stands on; a span on which two intact events differ gives two. */
export interface Call {
  readonly node: SpanNode;
  readonly fact: CallFact;
  readonly record: DecisionRecord;
  readonly digest: string;
  readonly vantage: Vantage;
  /** Of the span itself, whether or not it was numbered. */
  readonly emitter: string | undefined;
  /** Names the epoch that numbered it; absent where none did. */
  readonly epoch: Epoch | undefined;
  readonly sequence: number | undefined;
}

/** All that was seen of one emitter's state for one trace. */
export interface Epoch {
  readonly trace: string;
  readonly emitter: string;
  readonly epoch: string;
  readonly services: Set<string>;
  /** Records by number, as digests; more than one is a conflict. */
  readonly records: Map<number, Set<string>>;
  /** Spans by number; more than one is a conflict. */
  readonly spans: Map<number, Set<string>>;
  /** Numbers that stand on a span without an intact event. */
  readonly bare: Set<number>;
  /** The highest number and ordinal that anything mentions. */
  mentioned: number;
  ordinal: number;
  /** Distinct checkpoints by ordinal. */
  readonly checkpoints: Map<
    number,
    Map<string, { readonly checkpoint: Checkpoint; readonly carriers: Set<string> }>
  >;
}

/** The facts of one run as spans, calls and epochs. A function of the set of facts alone. */
export interface Evidence {
  readonly nodes: ReadonlyMap<string, SpanNode>;
  readonly calls: readonly Call[];
  readonly epochs: readonly Epoch[];
  readonly traces: readonly string[];
}

export function evidenceOf(facts: readonly SpanFact[]): Evidence {
  const bySpan = new Map<string, SpanFact[]>();
  for (const fact of facts) {
    const key = spanKey(fact);
    const known = bySpan.get(key);
    if (known === undefined) bySpan.set(key, [fact]);
    else known.push(fact);
  }
  const epochs = new Map<string, Epoch>();
  const digests = new Digests();
  for (const fact of facts) noteEpochs(epochs, digests, fact);
  const processes = emittersByService(facts);
  const nodes = new Map<string, SpanNode>();
  for (const key of [...bySpan.keys()].sort()) {
    nodes.set(key, nodeOf(bySpan.get(key) as [SpanFact, ...SpanFact[]], processes, epochs, digests));
  }
  return {
    nodes,
    calls: [...nodes.values()].flatMap(({ calls }) => calls),
    epochs: [...epochs.values()].sort((a, b) => (epochKey(a) < epochKey(b) ? -1 : 1)),
    traces: [...new Set(facts.map(({ trace }) => trace))].sort(),
  };
}

export function spanKey({ trace, span }: Pick<SpanFact, 'trace' | 'span'>): string {
  return `${trace} ${span}`;
}

export function epochKey({ trace, emitter, epoch }: Pick<Epoch, 'trace' | 'emitter' | 'epoch'>): string {
  return `${trace} ${emitter} ${epoch}`;
}

/** The span above, where it was seen. */
export function parentOf(nodes: Evidence['nodes'], { trace, parentId }: SpanNode): SpanNode | undefined {
  return parentId === undefined ? undefined : nodes.get(spanKey({ trace, span: parentId }));
}

/** A span with a remote parent that names a run: the run is what it began. */
export function namesRun({ isRemote, facts }: SpanNode): boolean {
  return isRemote && facts.some(({ runs }) => runs?.span !== undefined || runs?.keySpan !== undefined);
}

function nodeOf(
  facts: readonly [SpanFact, ...SpanFact[]],
  processes: ReadonlyMap<string, string>,
  epochs: ReadonlyMap<string, Epoch>,
  digests: Digests,
): SpanNode {
  const [first] = facts;
  const { trace, span } = first;
  const parentId = least(facts.map(({ parent }) => parent));
  const emitter = least(facts.flatMap(emittersOf));
  const service = least(facts.map((fact) => fact.service));
  const made = {
    trace,
    span,
    parentId,
    isRemote: facts.some(({ remote }) => remote === true),
    facts,
    process: emitter ?? processes.get(serviceKey(first)) ?? serviceKey(first),
    service,
    calls: [] as Call[],
  };
  const all = facts.flatMap(({ calls }) => calls ?? []);
  const events = all.filter(({ origin }) => origin === 'event');
  const seen = new Set<string>();
  for (const fact of (events.length > 0 ? events : all).toSorted(byRecord)) {
    if (seen.has(fact.record)) continue;
    seen.add(fact.record);
    made.calls.push(callOf(made, fact, facts, epochs, digests));
  }
  return made;
}

function callOf(
  node: SpanNode,
  fact: CallFact,
  facts: readonly SpanFact[],
  epochs: ReadonlyMap<string, Epoch>,
  digests: Digests,
): Call {
  const emitter = fact.emitter ?? least(facts.map((one) => one.emitter));
  const epoch = fact.epoch ?? least(facts.map((one) => one.epoch));
  const sequence = fact.sequence ?? facts.find((one) => one.sequence !== undefined)?.sequence;
  const isNumbered = emitter !== undefined && epoch !== undefined && sequence !== undefined;
  return {
    node,
    fact,
    record: JSON.parse(fact.record) as DecisionRecord,
    digest: digests.of(fact.record),
    vantage: fact.vantage,
    emitter,
    epoch: isNumbered ? epochs.get(epochKey({ trace: node.trace, emitter, epoch })) : undefined,
    sequence: isNumbered ? sequence : undefined,
  };
}

/** What a fact tells of epochs: numbers of calls and of local roots, and checkpoints. */
function noteEpochs(epochs: Map<string, Epoch>, digests: Digests, fact: SpanFact): void {
  const { trace, span } = fact;
  const at = (emitter: string, epoch: string): Epoch => {
    const key = epochKey({ trace, emitter, epoch });
    const known = epochs.get(key);
    if (known !== undefined) return known;
    const made: Epoch = {
      trace,
      emitter,
      epoch,
      services: new Set(),
      records: new Map(),
      spans: new Map(),
      bare: new Set(),
      mentioned: 0,
      ordinal: 0,
      checkpoints: new Map(),
    };
    epochs.set(key, made);
    return made;
  };
  const events = (fact.calls ?? []).filter(({ origin }) => origin === 'event');
  for (const call of events) {
    const emitter = call.emitter ?? fact.emitter;
    const epoch = call.epoch ?? fact.epoch;
    const sequence = call.sequence ?? fact.sequence;
    if (emitter === undefined || epoch === undefined || sequence === undefined) continue;
    const of = at(emitter, epoch);
    addTo(of.records, sequence, digests.of(call.record));
    addTo(of.spans, sequence, span);
    of.mentioned = Math.max(of.mentioned, sequence, call.numbered ?? 0);
    if (fact.service !== undefined) of.services.add(fact.service);
  }
  if (fact.emitter !== undefined && fact.epoch !== undefined) {
    const of = at(fact.emitter, fact.epoch);
    if (fact.service !== undefined) of.services.add(fact.service);
    if (fact.sequence !== undefined) {
      of.mentioned = Math.max(of.mentioned, fact.sequence);
      addTo(of.spans, fact.sequence, span);
      if (events.length === 0) of.bare.add(fact.sequence);
    }
    of.ordinal = Math.max(of.ordinal, fact.ordinal ?? 0);
  }
  for (const checkpoint of fact.checkpoints ?? []) {
    const of = at(checkpoint.emitter, checkpoint.epoch);
    if (fact.service !== undefined) of.services.add(fact.service);
    of.mentioned = Math.max(of.mentioned, checkpoint.numbered);
    of.ordinal = Math.max(of.ordinal, checkpoint.ordinal);
    const copies = of.checkpoints.get(checkpoint.ordinal) ?? new Map();
    const text = canonicalJson(checkpoint);
    const known = copies.get(text) ?? { checkpoint, carriers: new Set<string>() };
    known.carriers.add(span);
    copies.set(text, known);
    of.checkpoints.set(checkpoint.ordinal, copies);
  }
}

/** The emitter that alone speaks for a service and instance in a trace: its other spans are of that process. */
function emittersByService(facts: readonly SpanFact[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const fact of facts) for (const emitter of emittersOf(fact)) addTo(found, serviceKey(fact), emitter);
  const alone = new Map<string, string>();
  for (const [key, emitters] of found) {
    const [emitter] = emitters;
    if (emitters.size === 1 && emitter !== undefined) alone.set(key, emitter);
  }
  return alone;
}

/** Whoever numbered anything on this span. */
export function emittersOf(fact: SpanFact): string[] {
  return [
    ...(fact.emitter === undefined ? [] : [fact.emitter]),
    ...(fact.calls ?? []).flatMap(({ emitter }) => emitter ?? []),
    ...(fact.checkpoints ?? []).map(({ emitter }) => emitter),
  ];
}

function serviceKey({ trace, service = '', instance = '' }: SpanFact): string {
  return `${trace} ${service}\n${instance}`;
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}

function least(values: readonly (string | undefined)[]): string | undefined {
  return values.filter((value) => value !== undefined).sort()[0];
}

/** Each record is hashed once. */
class Digests {
  readonly #known = new Map<string, string>();

  of(record: string): string {
    const known = this.#known.get(record);
    if (known !== undefined) return known;
    const digest = digestOf(record);
    this.#known.set(record, digest);
    return digest;
  }
}

function byRecord(a: CallFact, b: CallFact): number {
  return a.record < b.record ? -1 : a.record > b.record ? 1 : 0;
}
