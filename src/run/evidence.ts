import type { DecisionRecord } from '../decision/record.ts';
import type { Vantage } from '../span/observed-call.ts';
import { addTo } from './add-to.ts';
import { type Epoch, epochKey, noteEpochs } from './epoch.ts';
import { RecordDigests } from './record-digests.ts';
import type { CallFact, SpanFact } from './span-fact.ts';

/** A span of the run, all its facts together. */
export interface SpanNode {
  readonly trace: string;
  readonly span: string;
  /** The parent's id, whether or not that span was seen; one that no span has where this one was not seen itself. */
  readonly parentId: string | undefined;
  readonly isRemote: boolean;
  readonly facts: readonly SpanFact[];
  /** Content is on it that strict scrubbing would have taken off. */
  readonly isUnscrubbed: boolean;
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
  /** Nanoseconds, decimal; "0" where no span of the call came. */
  readonly duration: string;
  readonly vantage: Vantage;
  /** Of the span itself, whether or not it was numbered. */
  readonly emitter: string | undefined;
  /** Names the epoch that numbered it; absent where none did. */
  readonly epoch: Epoch | undefined;
  readonly sequence: number | undefined;
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
  const digests = new RecordDigests();
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

/** The span above, where it was seen. */
export function parentOf(nodes: Evidence['nodes'], { trace, parentId }: SpanNode): SpanNode | undefined {
  return parentId === undefined ? undefined : nodes.get(spanKey({ trace, span: parentId }));
}

/** A span with a remote parent that names a run: the run is what it began. */
export function namesRun({ isRemote, facts }: SpanNode): boolean {
  return isRemote && facts.some(({ runs }) => runs?.span !== undefined || runs?.keySpan !== undefined);
}

/** Of a span that is known by log records alone: it is below something, or not, and nobody knows. */
const UNSEEN = '';

function nodeOf(
  facts: readonly [SpanFact, ...SpanFact[]],
  processes: ReadonlyMap<string, string>,
  epochs: ReadonlyMap<string, Epoch>,
  digests: RecordDigests,
): SpanNode {
  const [first] = facts;
  const { trace, span } = first;
  const isSeen = facts.some(({ carrier }) => carrier === undefined);
  const parentId = isSeen ? least(facts.map(({ parent }) => parent)) : UNSEEN;
  const emitter = least(facts.flatMap(emittersOf));
  const service = least(facts.map((fact) => fact.service));
  const made = {
    trace,
    span,
    parentId,
    isRemote: facts.some(({ remote }) => remote === true),
    facts,
    isUnscrubbed: facts.some(({ unscrubbed }) => unscrubbed === true),
    process: emitter ?? processes.get(serviceKey(first)) ?? serviceKey(first),
    service,
    calls: [] as Call[],
  };
  const all = facts.flatMap(({ calls }) => calls ?? []);
  const events = all.filter(({ origin }) => origin === 'event');
  const seen = new Set<string>();
  const own = {
    emitter: least(facts.map((fact) => fact.emitter)),
    epoch: least(facts.map(({ epoch }) => epoch)),
    sequence: facts.find(({ sequence }) => sequence !== undefined)?.sequence,
    duration: least(facts.map(durationOf)),
  };
  for (const fact of (events.length > 0 ? events : all).toSorted(byRecord)) {
    if (seen.has(fact.record)) continue;
    seen.add(fact.record);
    made.calls.push(callOf(made, fact, own, epochs, digests));
  }
  return made;
}

/** `own` is what stands on the span itself: ids come from outside, and thousands of facts may bear one. */
function callOf(
  node: SpanNode,
  fact: CallFact,
  own: Partial<Pick<CallFact, 'emitter' | 'epoch' | 'sequence' | 'duration'>>,
  epochs: ReadonlyMap<string, Epoch>,
  digests: RecordDigests,
): Call {
  const emitter = fact.emitter ?? own.emitter;
  const epoch = fact.epoch ?? own.epoch;
  const sequence = fact.sequence ?? own.sequence;
  const isNumbered = emitter !== undefined && epoch !== undefined && sequence !== undefined;
  return {
    node,
    fact,
    record: JSON.parse(fact.record) as DecisionRecord,
    digest: digests.of(fact.record),
    duration: fact.duration ?? own.duration ?? '0',
    vantage: fact.vantage,
    emitter,
    epoch: isNumbered ? epochs.get(epochKey({ trace: node.trace, emitter, epoch })) : undefined,
    sequence: isNumbered ? sequence : undefined,
  };
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

function least(values: readonly (string | undefined)[]): string | undefined {
  return values.filter((value) => value !== undefined).sort()[0];
}

function durationOf({ start, end }: SpanFact): string | undefined {
  if (start === undefined || end === undefined) return undefined;
  const nanoseconds = BigInt(end) - BigInt(start);
  return nanoseconds > 0n ? nanoseconds.toString() : '0';
}

function byRecord(a: CallFact, b: CallFact): number {
  return a.record < b.record ? -1 : a.record > b.record ? 1 : 0;
}
