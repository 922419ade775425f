import { canonicalJson } from '../decision/canonical-json.ts';
import type { Checkpoint } from '../decision/checkpoint.ts';
import { DistinctByNumber } from './distinct-by-number.ts';
import { recordDigest } from './record-digest.ts';
import type { SpanFact } from './span-fact.ts';

/** All that was seen of one emitter's state for one trace. */
export interface Epoch {
  readonly trace: string;
  readonly emitter: string;
  readonly epoch: string;
  readonly services: Set<string>;
  /** Records by number, as digests; more than one is a conflict. */
  readonly records: DistinctByNumber;
  /** Spans by number; more than one is a conflict. */
  readonly spans: DistinctByNumber;
  /** Numbers that stand on a span without an intact event. */
  readonly bare: Set<number>;
  /** Numbers that came with a span, and those that came in a log record. */
  readonly spanned: Set<number>;
  readonly logged: Set<number>;
  /** The highest number and ordinal that anything mentions. */
  mentioned: number;
  ordinal: number;
  /** By ordinal; of those that differ the first in the order of their text counts. */
  readonly checkpoints: Map<number, CheckpointCopies>;
}

/** The checkpoints of one ordinal: one, or several that differ, by their canonical text. */
export type CheckpointCopies = Checkpoint | Map<string, Checkpoint>;

type EpochName = Pick<Epoch, 'trace' | 'emitter' | 'epoch'>;

export function epochKey({ trace, emitter, epoch }: EpochName): string {
  return `${trace} ${emitter} ${epoch}`;
}

/** The epochs that facts tell of. */
export class Epochs {
  readonly #all = new Map<string, Epoch>();
  /** Most facts of a run are of one epoch. */
  #last: Epoch | undefined;

  /** In the order of their keys. */
  sorted(): readonly Epoch[] {
    return [...this.#all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, epoch]) => epoch);
  }

  get(trace: string, emitter: string, epoch: string): Epoch | undefined {
    const last = this.#last;
    if (last?.epoch === epoch && last.emitter === emitter && last.trace === trace) return last;
    const known = this.#all.get(epochKey({ trace, emitter, epoch }));
    if (known !== undefined) this.#last = known;
    return known;
  }

  /** What a fact tells of epochs: numbers of calls and of local roots, and checkpoints. */
  note(fact: SpanFact): void {
    const { trace, span, service, emitter, epoch, calls, checkpoints } = fact;
    let hasEvent = false;
    for (const call of calls ?? []) {
      if (call.origin !== 'event') continue;
      hasEvent = true;
      const sequence = call.sequence ?? fact.sequence;
      if (sequence === undefined) continue;
      const of = this.#at(trace, call.emitter ?? emitter, call.epoch ?? epoch);
      if (of === undefined) continue;
      of.records.add(sequence, recordDigest(call));
      of.spans.add(sequence, span);
      (fact.carrier === 'log' ? of.logged : of.spanned).add(sequence);
      of.mentioned = Math.max(of.mentioned, sequence, call.numbered ?? 0);
      if (service !== undefined) of.services.add(service);
    }
    const own = this.#at(trace, emitter, epoch);
    if (own !== undefined) noteSpan(own, fact, hasEvent);
    for (const checkpoint of checkpoints ?? []) {
      const of = this.#at(trace, checkpoint.emitter, checkpoint.epoch);
      if (of !== undefined) noteCheckpoint(of, checkpoint, service);
    }
  }

  #at(trace: string, emitter: string | undefined, epoch: string | undefined): Epoch | undefined {
    if (emitter === undefined || epoch === undefined) return undefined;
    const known = this.get(trace, emitter, epoch);
    if (known !== undefined) return known;
    const made: Epoch = {
      trace,
      emitter,
      epoch,
      services: new Set(),
      records: new DistinctByNumber(),
      spans: new DistinctByNumber(),
      bare: new Set(),
      spanned: new Set(),
      logged: new Set(),
      mentioned: 0,
      ordinal: 0,
      checkpoints: new Map(),
    };
    this.#all.set(epochKey(made), made);
    this.#last = made;
    return made;
  }
}

/** Numbers that stand on the span itself. */
function noteSpan(of: Epoch, { span, service, sequence, ordinal = 0 }: SpanFact, hasEvent: boolean): void {
  if (service !== undefined) of.services.add(service);
  if (sequence !== undefined) {
    of.mentioned = Math.max(of.mentioned, sequence);
    of.spans.add(sequence, span);
    of.spanned.add(sequence);
    if (!hasEvent) of.bare.add(sequence);
  }
  of.ordinal = Math.max(of.ordinal, ordinal);
}

function noteCheckpoint(of: Epoch, checkpoint: Checkpoint, service: string | undefined): void {
  if (service !== undefined) of.services.add(service);
  of.mentioned = Math.max(of.mentioned, checkpoint.numbered);
  of.ordinal = Math.max(of.ordinal, checkpoint.ordinal);
  const known = of.checkpoints.get(checkpoint.ordinal);
  if (known === undefined) {
    of.checkpoints.set(checkpoint.ordinal, checkpoint);
    return;
  }
  const copies = known instanceof Map ? known : new Map([[canonicalJson(known), known as Checkpoint]]);
  copies.set(canonicalJson(checkpoint), checkpoint);
  // One that came twice is one.
  if (copies.size > 1) of.checkpoints.set(checkpoint.ordinal, copies);
}

/** How many checkpoints of one ordinal differ; one is the rule. */
export function copiesOf(copies: CheckpointCopies): number {
  return copies instanceof Map ? copies.size : 1;
}

/** Of checkpoints of one ordinal that differ, the first in the order of their text. */
export function firstCopy(copies: CheckpointCopies): Checkpoint | undefined {
  if (!(copies instanceof Map)) return copies as Checkpoint;
  const [least] = [...copies.keys()].sort();
  return least === undefined ? undefined : copies.get(least);
}
