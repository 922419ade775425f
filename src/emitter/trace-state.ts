import type { CallNumber } from '../decision/codec.ts';
import type { SdkSpanContext } from '../span/sdk-span.ts';
import { nowUnixNano, randomHex16 } from './clock.ts';

/** One span that has started here and not ended. */
export interface OpenSpan {
  readonly trace: TraceState;
  readonly context: SdkSpanContext;
  /** The processor that handles it; any other leaves it alone. */
  readonly owner: object;
  readonly localRoot: boolean;
  readonly runRoot: boolean;
  /** The local root above it, or itself; unknown where the parent was not seen here. */
  readonly root: OpenSpan | undefined;
  readonly ruledOut: boolean;
  /** Its start shows an MCP instrumentation that nobody attested: more of its spans may be calls. */
  readonly seenOnly: boolean;
  number: CallNumber | undefined;
  /** Leaf names of the client calls that ended directly below it. */
  clientLeaves?: Set<string>;
  ended: boolean;
}

/** Digests kept for the seal; a longer trace is recorded all the same, but can no longer be sealed. */
const MAX_RECORDS = 100_000;

/**
 * What the emitter keeps per trace: one *epoch*. Numbers, digests and counters only grow; a checkpoint is a
 * function of them. Forgotten when no span of the trace is open here; a trace that goes on begins anew.
 */
export class TraceState {
  readonly traceId: string;
  readonly emitter: string;
  readonly from: string;
  readonly #ordinalOfEpoch: number;
  #epoch: string | undefined;
  numbered = 0;
  /** Record digest by call number. */
  readonly records = new Map<number, string>();
  readonly withdrawn = new Set<number>();
  readonly openCalls = new Set<number>();
  /** Open local roots with a remote parent that are no run roots, and open run roots. */
  readonly openRoots = new Set<OpenSpan>();
  readonly openRunRoots = new Set<OpenSpan>();
  openSpans = 0;
  /** Open spans that may still turn out to be a call, were nothing attested. */
  openMaybe = 0;
  openSeenOnly = 0;
  /** Whether the trace had anything that makes a checkpoint worth writing. */
  activity = false;
  root: string | null = null;
  runRoot: string | null = null;
  /** Something of the trace was not seen: no checkpoint of this epoch is final. */
  resumed = false;
  isForgotten = false;
  ordinal = 0;
  last: { readonly final: boolean; readonly numbered: number } | undefined;
  /** Calls that an installed instrumentation began, and those of its spans that were numbered. */
  begun = 0;
  begunRecorded = 0;
  detachedBefore = 0;
  hooksMissed = 0;
  initializeSeen = false;
  toolsListSeen = false;
  readonly limits = new Set<string>();

  constructor(traceId: string, emitter: string, ordinalOfEpoch: number) {
    this.traceId = traceId;
    this.emitter = emitter;
    this.#ordinalOfEpoch = ordinalOfEpoch;
    this.from = nowUnixNano();
  }

  /** Named when first asked: most traces hold no tool call and never need the random bits. */
  get epoch(): string {
    this.#epoch ??= `${this.#ordinalOfEpoch}-${randomHex16()}`;
    return this.#epoch;
  }

  /** Numbers a call. */
  number(): CallNumber {
    this.numbered += 1;
    this.openCalls.add(this.numbered);
    this.activity = true;
    return { emitter: this.emitter, epoch: this.epoch, sequence: this.numbered, numbered: this.numbered };
  }

  /** A numbered call has ended with this record. */
  recorded({ sequence }: CallNumber, digest: string): void {
    this.openCalls.delete(sequence);
    if (this.records.size < MAX_RECORDS) this.records.set(sequence, digest);
    else {
      this.resumed = true;
      this.limits.add('calls_per_trace');
    }
  }

  /** A span that was numbered at its start turned out to be no call: its number stands for nothing. */
  withdraw({ sequence }: CallNumber): void {
    this.openCalls.delete(sequence);
    this.withdrawn.add(sequence);
  }

  /** The record digests in sequence order. */
  digests(): string[] {
    return [...this.records].sort(([a], [b]) => a - b).map(([, digest]) => digest);
  }
}
