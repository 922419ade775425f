import type { CallNumber } from '../decision/codec.ts';
import type { PolicySpan } from '../dialect/policy-span.ts';
import type { SdkSpanContext } from '../span/sdk-span.ts';
import type { EpochNames } from './epoch-names.ts';
import { Seal } from './seal.ts';

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
  /** It is counted among the client calls of its trace. */
  isClientCall: boolean;
  /** Its number stands for a call that an installed instrumentation began, and is counted as such. */
  stands: boolean;
  /** Leaf names of the client calls that ended directly below it. */
  clientLeaves?: Set<string>;
  /** What policy layers said on spans of their own that ended directly below it. */
  heard?: PolicySpan[];
  ended: boolean;
}

/** Numbers and calls kept of one trace; a longer one is recorded all the same, but can no longer be vouched for. */
const MAX_WITHDRAWN = 1_000;
const MAX_OPEN_ROOTS = 100;

/** The calls of one epoch: numbers, digests and what is said of them. Only grows. */
export class CallLedger {
  numbered = 0;
  readonly seal = new Seal();
  readonly withdrawn = new Set<number>();
  readonly open = new Set<number>();
  readonly limits = new Set<string>();
  /** Calls that an installed instrumentation began, and those that a number stands for that is not withdrawn. */
  begun = 0;
  begunRecorded = 0;
  hooksMissed = 0;
  /** Calls that were recorded and will not be exported. */
  notSampled = 0;
  initializeSeen = false;
  toolsListSeen = false;
}

/**
 * What the emitter keeps per trace: one *epoch*. A checkpoint is a function of it. Forgotten when no span of
 * the trace is open here; a trace that goes on begins a new one. Most traces of a host hold no tool call, so
 * everything that only a call needs is made when first asked for.
 */
export class TraceState {
  readonly traceId: string;
  readonly emitter: string;
  /** When the state was made, in Unix milliseconds. */
  readonly fromMillis: number;
  private readonly epochs: EpochNames;
  private name: string | undefined;
  private calls: CallLedger | undefined;
  /** Client calls that had lost their caller's context and ended before this trace began. */
  detachedBefore: number;
  /** Client calls so far, by their spans, and by what an installed instrumentation says. */
  clientCalls: number;
  clientCallsBegun: number;
  /** A GenAI span that is no MCP call is in it: what calls here has a caller. */
  hasAgent: boolean;
  /** A local root with a remote parent was seen in it. */
  beganElsewhere: boolean;
  openSpans: number;
  /** Open spans that may still turn out to be a call, were nothing attested. */
  openMaybe: number;
  openSeenOnly: number;
  openRunRoots: number;
  /** Open local roots with a remote parent with which no run began. */
  openRoots: Set<OpenSpan> | undefined;
  root: string | null;
  /** The processor that follows its first local root. */
  owner: object | undefined;
  /** The run that its first local root names. */
  runId: string | undefined;
  runRoot: string | null;
  /** Something of the trace was not seen: no checkpoint of this epoch is final. */
  resumed: boolean;
  isForgotten: boolean;
  /** A run root was named, or a GenAI span seen: worth a checkpoint even without an MCP call. */
  isNoteworthy: boolean;
  ordinal: number;
  last: { readonly final: boolean; readonly numbered: number } | undefined;

  private readonly openCalls: number;

  constructor(
    traceId: string,
    emitter: string,
    epochs: EpochNames,
    detachedBefore: number,
    openCalls: number,
    fromMillis: number,
  ) {
    this.openCalls = openCalls;
    this.traceId = traceId;
    this.emitter = emitter;
    this.epochs = epochs;
    this.detachedBefore = detachedBefore;
    this.clientCalls = 0;
    this.clientCallsBegun = 0;
    this.hasAgent = false;
    this.beganElsewhere = false;
    // Assigned here, not as initialisers: those cost twice as much, for every trace of the host.
    this.fromMillis = fromMillis;
    this.openSpans = 0;
    this.openMaybe = 0;
    this.openSeenOnly = 0;
    this.openRunRoots = 0;
    this.root = null;
    this.owner = undefined;
    this.runId = undefined;
    this.runRoot = null;
    this.resumed = false;
    this.isForgotten = false;
    this.isNoteworthy = false;
    this.ordinal = 0;
  }

  /** A counter of the emitter and 64 random bits, given when first asked for. */
  get epoch(): string {
    this.name ??= this.epochs.next();
    return this.name;
  }

  /** The ledger, begun where there is none. */
  get ledger(): CallLedger {
    this.calls ??= new CallLedger();
    return this.calls;
  }

  get hasCalls(): boolean {
    return this.calls !== undefined;
  }

  /** Whether a checkpoint is worth writing: MCP or GenAI activity, or a run that the operator named. */
  get activity(): boolean {
    return this.isNoteworthy || this.calls !== undefined;
  }

  /** Client calls so far, whether or not their spans have shown what they are. */
  get calling(): number {
    return Math.max(this.clientCalls, this.clientCallsBegun);
  }

  /** Began here, with nothing that says who calls: client calls in it may belong to another trace. */
  get isCallerless(): boolean {
    return !this.beganElsewhere && this.runRoot === null && this.runId === undefined && !this.hasAgent;
  }

  /** The id of a local root of the trace here, where one is known. */
  get anyRoot(): string | undefined {
    const [open] = this.openRoots ?? [];
    return this.root ?? this.runRoot ?? open?.context.spanId;
  }

  /** Numbers a call. */
  number(): CallNumber {
    const { ledger } = this;
    ledger.numbered += 1;
    const { numbered } = ledger;
    if (ledger.open.size < this.openCalls) ledger.open.add(numbered);
    else this.#overflow('open_calls_per_trace');
    return { emitter: this.emitter, epoch: this.epoch, sequence: numbered, numbered };
  }

  /** A numbered call has ended with this record. */
  recorded({ sequence }: CallNumber, digest: string): void {
    this.ledger.open.delete(sequence);
    if (!this.ledger.seal.add(sequence, digest)) this.#overflow('calls_out_of_order_per_trace');
  }

  /** A span that was numbered at its start turned out to be no call: its number stands for nothing. */
  withdraw({ sequence }: CallNumber): void {
    this.ledger.open.delete(sequence);
    this.ledger.seal.skip(sequence);
    this.#withdrawn(sequence);
  }

  /** A framework's call that a client call below it stands for; its event stays, and is sealed. */
  cover({ sequence }: CallNumber): void {
    this.#withdrawn(sequence);
  }

  /** An open local root with a remote parent, with which no run began. */
  rootOpened(root: OpenSpan): void {
    this.openRoots ??= new Set();
    if (this.openRoots.size < MAX_OPEN_ROOTS) this.openRoots.add(root);
    else this.#overflow('open_roots_per_trace');
  }

  #withdrawn(sequence: number): void {
    if (this.ledger.withdrawn.size < MAX_WITHDRAWN) this.ledger.withdrawn.add(sequence);
    else this.#overflow('withdrawn_per_trace');
  }

  /** What is no longer kept can no longer be vouched for. */
  #overflow(limit: string): void {
    this.resumed = true;
    this.ledger.limits.add(limit);
  }
}
