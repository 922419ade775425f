import { canonicalJson } from '../decision/canonical-json.ts';
import type { Checkpoint } from '../decision/checkpoint.ts';
import { addTo } from './add-to.ts';
import type { RecordDigests } from './record-digests.ts';
import type { SpanFact } from './span-fact.ts';

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
  /** Numbers that came with a span, and those that came in a log record. */
  readonly spanned: Set<number>;
  readonly logged: Set<number>;
  /** The highest number and ordinal that anything mentions. */
  mentioned: number;
  ordinal: number;
  /** Distinct checkpoints by ordinal. */
  readonly checkpoints: Map<
    number,
    Map<string, { readonly checkpoint: Checkpoint; readonly carriers: Set<string> }>
  >;
}

export function epochKey({ trace, emitter, epoch }: Pick<Epoch, 'trace' | 'emitter' | 'epoch'>): string {
  return `${trace} ${emitter} ${epoch}`;
}

/** What a fact tells of epochs: numbers of calls and of local roots, and checkpoints. */
export function noteEpochs(epochs: Map<string, Epoch>, digests: RecordDigests, fact: SpanFact): void {
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
      spanned: new Set(),
      logged: new Set(),
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
    (fact.carrier === 'log' ? of.logged : of.spanned).add(sequence);
    of.mentioned = Math.max(of.mentioned, sequence, call.numbered ?? 0);
    if (fact.service !== undefined) of.services.add(fact.service);
  }
  if (fact.emitter !== undefined && fact.epoch !== undefined) {
    const of = at(fact.emitter, fact.epoch);
    if (fact.service !== undefined) of.services.add(fact.service);
    if (fact.sequence !== undefined) {
      of.mentioned = Math.max(of.mentioned, fact.sequence);
      addTo(of.spans, fact.sequence, span);
      of.spanned.add(fact.sequence);
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
