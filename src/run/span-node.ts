import type { DecisionRecord } from '../decision/record.ts';
import type { Vantage } from '../span/observed-call.ts';
import type { Epoch } from './epoch.ts';
import { recordDigest } from './record-digest.ts';
import { type RecordSummary, summaryOf } from './record-summary.ts';
import type { CallFact, SpanFact } from './span-fact.ts';

/** Emitters that alone speak for a service and instance in a trace, by {@link serviceKey}. */
export type Processes = ReadonlyMap<string, string>;

/** Of a span that is known by log records alone: it is below something, or not, and nobody knows. */
const UNSEEN = '';
const NO_CALLS: readonly Call[] = [];

/** A span of the run, all its facts together. */
export class SpanNode {
  readonly trace: string;
  readonly span: string;
  /** The parent's id, whether or not that span was seen; one that no span has where this one was not seen itself. */
  readonly parentId: string | undefined;
  readonly isRemote: boolean;
  readonly facts: readonly [SpanFact, ...SpanFact[]];
  /** Content is on it that strict scrubbing would have taken off. */
  readonly isUnscrubbed: boolean;
  readonly service: string | undefined;
  calls: readonly Call[] = NO_CALLS;
  /** The call that it is if a client's call below it proves that. */
  unproven: Call | undefined;
  readonly #processes: () => Processes;
  #process: string | undefined;

  /** `facts` are all of one span. */
  constructor(facts: readonly [SpanFact, ...SpanFact[]], processes: () => Processes) {
    const [first] = facts;
    this.trace = first.trace;
    this.span = first.span;
    this.facts = facts;
    this.#processes = processes;
    if (facts.length === 1) {
      this.parentId = first.carrier === undefined ? first.parent : UNSEEN;
      this.isRemote = first.remote === true;
      this.isUnscrubbed = first.unscrubbed === true;
      this.service = first.service;
    } else {
      const isSeen = facts.some(({ carrier }) => carrier === undefined);
      this.parentId = isSeen ? least(facts.map(({ parent }) => parent)) : UNSEEN;
      this.isRemote = facts.some(({ remote }) => remote === true);
      this.isUnscrubbed = facts.some(({ unscrubbed }) => unscrubbed === true);
      this.service = least(facts.map(({ service }) => service));
    }
  }

  /** Emitter id, else service with instance: what "the same process" means. Few spans are ever asked. */
  get process(): string {
    if (this.#process === undefined) {
      const [first] = this.facts;
      const key = serviceKey(first);
      this.#process = least(this.facts.flatMap(emittersOf)) ?? this.#processes().get(key) ?? key;
    }
    return this.#process;
  }
}

/** What says who numbered a call. */
export interface CallNumber {
  readonly emitter: string | undefined;
  readonly epoch: Epoch | undefined;
  readonly sequence: number | undefined;
}

/** One record with the span it stands on; a span on which two intact events differ gives two. */
export class Call {
  readonly node: SpanNode;
  readonly fact: CallFact;
  /** Nanoseconds, decimal; "0" where no span of the call came. */
  readonly duration: string;
  /** Of the span itself, whether or not it was numbered. */
  readonly emitter: string | undefined;
  /** Names the epoch that numbered it; absent where none did. */
  readonly epoch: Epoch | undefined;
  readonly sequence: number | undefined;
  #summary: RecordSummary | undefined;
  #record: DecisionRecord | undefined;

  constructor(node: SpanNode, fact: CallFact, duration: string, { emitter, epoch, sequence }: CallNumber) {
    this.node = node;
    this.fact = fact;
    this.duration = duration;
    this.emitter = emitter;
    this.epoch = epoch;
    this.sequence = sequence;
  }

  get vantage(): Vantage {
    return this.fact.vantage;
  }

  get digest(): string {
    return recordDigest(this.fact);
  }

  get summary(): RecordSummary {
    this.#summary ??= summaryOf(this.fact.record);
    return this.#summary;
  }

  /** The whole record, parsed at first use. */
  get record(): DecisionRecord {
    this.#record ??= JSON.parse(this.fact.record) as DecisionRecord;
    return this.#record;
  }
}

/** Whoever numbered anything on this span. */
export function emittersOf({ emitter, calls, checkpoints }: SpanFact): string[] {
  const emitters = emitter === undefined ? [] : [emitter];
  for (const call of calls ?? []) if (call.emitter !== undefined) emitters.push(call.emitter);
  for (const checkpoint of checkpoints ?? []) emitters.push(checkpoint.emitter);
  return emitters;
}

export function serviceKey({ trace, service = '', instance = '' }: SpanFact): string {
  return `${trace} ${service}\n${instance}`;
}

/** The least of those that are there. */
export function least(values: Iterable<string | undefined>): string | undefined {
  let found: string | undefined;
  for (const value of values)
    if (value !== undefined && (found === undefined || value < found)) found = value;
  return found;
}
