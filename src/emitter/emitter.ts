import type { Checkpoint } from '../decision/checkpoint.ts';
import type { CallNumber } from '../decision/codec.ts';
import type { RunSeal } from '../decision/run-seal.ts';
import type { SdkReadableSpan, SdkSpanContext } from '../span/sdk-span.ts';
import { attachment } from './attachment.ts';
import { Attestations } from './attestations.ts';
import { type CheckpointFacts, checkpointOf } from './checkpoint-of.ts';
import { Clock, currentPid, randomHex16 } from './clock.ts';
import { DetachedCalls } from './detached-calls.ts';
import { EpochNames } from './epoch-names.ts';
import { OpenTraces } from './open-traces.ts';
import { RunParts } from './run-parts.ts';
import type { OpenLimits, StartFacts } from './start-facts.ts';
import { type OpenSpan, TraceState } from './trace-state.ts';

/**
 * Numbers the calls of this process and writes what it can vouch for. One per process, shared by every
 * processor and copy of this package through the global registry; a span is handled once, by the first
 * processor that sees it start. Memory is bounded: what is known of an open span lives with that span, and of
 * too many open traces the oldest is forgotten, after which it can no longer be final.
 */
export class Emitter {
  readonly clock = new Clock();
  readonly attestations = new Attestations(this.clock);
  readonly runParts = new RunParts();
  /** Whether our sampler wrapper is at work in this process: no call is dropped unseen. */
  isSamplerObserving = false;
  /** Whether somebody in this process reads also what is recorded and not exported. */
  isReadInProcess = false;
  #pid = currentPid();
  #id: string | undefined;
  readonly #epochs = new EpochNames();
  readonly #detached = new DetachedCalls();
  readonly #traces = new OpenTraces();
  /** What is known of a span while it is open, and then that it has ended: nothing else is kept of it. */
  readonly #spans = attachment<OpenSpan | 'ended'>();
  /** Ids of traces that were forgotten while a span of theirs was open. */
  readonly #forgotten = new Set<string>();
  /** Epochs of calls that were first seen by an exporter. */
  readonly #arrivals = new Map<string, TraceState>();
  /** More traces were forgotten than are remembered: any new one may be one of them. */
  #hasLost = false;

  /** 16 hex digits, drawn at first use and anew when the process id changes (a fork is another emitter). */
  get id(): string {
    const pid = currentPid();
    if (this.#id === undefined || pid !== this.#pid) {
      this.#pid = pid;
      this.#id = randomHex16();
      this.#traces.clear();
    }
    return this.#id;
  }

  /** Begins to follow a span; `undefined` where another processor already does. */
  started(span: SdkReadableSpan, facts: StartFacts, limits: OpenLimits) {
    const context = span.spanContext();
    if (this.#spans.get(context) !== undefined) return undefined;
    const trace = this.#trace(context.traceId, limits);
    const parent = span.parentSpanContext;
    const parentless = !parent?.spanId;
    const localRoot = parentless || parent.isRemote === true;
    const above = localRoot ? undefined : this.open(parent);
    const open: OpenSpan = {
      trace,
      context,
      owner: facts.owner,
      localRoot,
      runRoot: localRoot && (parentless || facts.runRoot),
      root: localRoot ? undefined : above?.localRoot ? above : above?.root,
      ruledOut: facts.ruledOut,
      seenOnly: facts.seenOnly,
      number: undefined,
      isClientCall: false,
      stands: false,
      ended: false,
    };
    this.#spans.set(context, open);
    trace.openSpans += 1;
    if (!open.ruledOut) trace.openMaybe += 1;
    if (open.seenOnly) trace.openSeenOnly += 1;
    if (localRoot) {
      trace.owner ??= facts.owner;
      trace.runId ??= facts.runId;
      this.#rootStarted(open, parentless, facts.runRoot);
    }
    return open;
  }

  /** The span with this context, where it is followed and has not ended. */
  open(context: SdkSpanContext): OpenSpan | undefined {
    const span = this.#spans.get(context);
    return span === 'ended' ? undefined : span;
  }

  /** A span that is followed turned out to be a call before its end. */
  recognised(context: SdkSpanContext): void {
    const open = this.open(context);
    if (open === undefined) return;
    open.number ??= open.trace.number();
    if (open.ruledOut) open.trace.resumed = true;
  }

  /** Whether a span was followed to its end: whoever comes to it later has nothing to add. */
  hasEnded(context: SdkSpanContext): boolean {
    return this.#spans.get(context) === 'ended';
  }

  /** Follows a span whose start was not seen here; its epoch can no longer vouch for anything. */
  resumed(span: SdkReadableSpan, facts: StartFacts, limits: OpenLimits) {
    const open = this.started(span, facts, limits);
    if (open !== undefined && !(open.ruledOut && !open.runRoot)) open.trace.resumed = true;
    return open;
  }

  /** A client call has begun, or turned out to be one: where nobody in its trace calls, other traces say so. */
  countClientCall(open: OpenSpan): void {
    if (open.isClientCall) return;
    open.isClientCall = true;
    open.trace.clientCalls += 1;
    this.#detached.began(open.trace);
  }

  /**
   * The span has ended: its checkpoint where one is due. The trace is forgotten when nothing of it is open.
   */
  ended(open: OpenSpan, facts: CheckpointFacts): Checkpoint | undefined {
    const { trace } = open;
    this.#close(open);
    const checkpoint = trace.activity ? this.#due(open, facts) : undefined;
    if (trace.openSpans === 0) {
      (trace.isForgotten ? this.#forgotten : this.#traces).delete(trace.traceId);
      this.#detached.ended(trace);
    }
    return checkpoint;
  }

  #close(open: OpenSpan): void {
    const { trace } = open;
    open.ended = true;
    this.#spans.set(open.context, 'ended');
    trace.openSpans -= 1;
    if (!open.ruledOut) trace.openMaybe -= 1;
    if (open.seenOnly) trace.openSeenOnly -= 1;
    if (open.runRoot) trace.openRunRoots -= 1;
    else if (open.localRoot) trace.openRoots?.delete(open);
  }

  /**
   * Numbers a call that no processor followed, as it arrives at an exporter. Its epoch never gets a
   * checkpoint, so a run that holds one is never complete.
   */
  numberOnArrival(traceId: string, limits: OpenLimits): CallNumber {
    let trace = this.#arrivals.get(traceId);
    if (trace === undefined) {
      trace = this.#newTrace(traceId, limits);
      const oldest = this.#arrivals.size < limits.openTraces ? undefined : this.#arrivals.keys().next().value;
      if (oldest !== undefined) this.#arrivals.delete(oldest);
      this.#arrivals.set(traceId, trace);
    }
    const number = trace.number();
    trace.ledger.open.delete(number.sequence);
    return number;
  }

  /**
   * The parts that a run had here, for its seal. What is still open of it is a part as well, and leaves a checkpoint
   * from now on whatever it does.
   */
  endRun(runId: string): RunSeal | undefined {
    for (const trace of this.#traces.all()) {
      if (trace.runId !== runId) continue;
      trace.isNoteworthy = true;
      const { traceId, emitter, epoch } = trace;
      this.runParts.add(runId, { trace: traceId, emitter, epoch });
    }
    return this.runParts.take(runId);
  }

  /** Whether a span of the trace that is followed is still open. */
  hasOpenSpans(traceId: string): boolean {
    return this.#traces.get(traceId) !== undefined;
  }

  /**
   * What can be said of the traces that are worth a checkpoint and still open when their processor is shut down, each
   * with a span below which it can be said. Of very many, the first.
   */
  *interrupted(
    owner: object,
    facts: CheckpointFacts,
  ): Generator<{ root: SdkSpanContext; checkpoint: Checkpoint }> {
    let said = 0;
    for (const trace of this.#traces.all()) {
      const spanId = trace.activity && trace.owner === owner ? trace.anyRoot : undefined;
      if (spanId === undefined) continue;
      said += 1;
      if (said > 1_000) return;
      const root = { traceId: trace.traceId, spanId, traceFlags: 1 };
      yield { root, checkpoint: this.#checkpoint(trace, false, facts) };
    }
  }

  /** An installed instrumentation began a call in this trace, whether or not a span of it will be seen. */
  callBegan(traceId: string | undefined, isClient: boolean): void {
    const trace = traceId === undefined ? undefined : this.#traces.get(traceId);
    if (trace !== undefined) {
      trace.ledger.begun += 1;
      if (isClient) {
        trace.clientCallsBegun += 1;
        this.#detached.began(trace);
      }
    } else if (isClient) this.#detached.beganUnseen();
  }

  #trace(traceId: string, limits: OpenLimits): TraceState {
    let trace = this.#traces.get(traceId);
    if (trace !== undefined) return trace;
    trace = this.#newTrace(traceId, limits);
    if (this.#forgotten.size > 0) trace.resumed = this.#hasLost || this.#forgotten.has(traceId);
    if (this.#traces.size >= limits.openTraces) this.#forgetOldestTrace(limits.openTraces);
    this.#traces.add(trace);
    return trace;
  }

  #newTrace(traceId: string, { openCalls }: OpenLimits): TraceState {
    const { before } = this.#detached;
    return new TraceState(traceId, this.id, this.#epochs, before, openCalls, this.clock.millis());
  }

  #rootStarted(open: OpenSpan, parentless: boolean, named: boolean): void {
    const { trace, context } = open;
    if (parentless) trace.root ??= context.spanId;
    else trace.beganElsewhere = true;
    if (named) {
      trace.runRoot ??= context.spanId;
      trace.isNoteworthy = true;
    }
    if (open.runRoot) trace.openRunRoots += 1;
    else trace.rootOpened(open);
  }

  /**
   * No call can be open or still begin here within what this epoch vouches for. Where every instrumentation that
   * was attested or seen is installed, a call is numbered as it begins, so that an open span can turn out to be
   * one only where it is of another. Else every span can that is not ruled out.
   */
  #final(trace: TraceState, facts: CheckpointFacts): boolean {
    const isAllInstalled = this.attestations.areAllInstalled && facts.configuredSince === undefined;
    const open = isAllInstalled && trace.openSeenOnly === 0 ? 0 : trace.openMaybe;
    const hasOpenCall = trace.hasCalls && trace.ledger.open.size > 0;
    return !trace.resumed && !hasOpenCall && open === 0 && trace.openRunRoots === 0;
  }

  /** The checkpoint that the end of this span calls for, in a trace that is worth one. */
  #due(open: OpenSpan, facts: CheckpointFacts): Checkpoint | undefined {
    const { trace } = open;
    // Forked while the trace was open: two go on under one name. Or calls went by in it before anybody watched.
    if (trace.emitter !== this.id || this.attestations.cameLateTo(trace.fromMillis)) trace.resumed = true;
    const final = this.#final(trace, facts);
    if (open.localRoot) return this.#checkpoint(trace, final, facts);
    if (open.root !== undefined && !open.root.ended) return undefined;
    const { last } = trace;
    const saysMore = last === undefined || !last.final || last.numbered < trace.ledger.numbered;
    // What was said to be final and is no longer must be taken back.
    const isDue = final ? saysMore : trace.resumed && last?.final === true;
    return isDue ? this.#checkpoint(trace, final, facts) : undefined;
  }

  #checkpoint(trace: TraceState, final: boolean, facts: CheckpointFacts): Checkpoint {
    trace.ordinal += 1;
    trace.last = { final, numbered: trace.ledger.numbered };
    const { traceId, emitter, epoch } = trace;
    if (trace.runId !== undefined) this.runParts.add(trace.runId, { trace: traceId, emitter, epoch });
    return checkpointOf(trace, {
      ...facts,
      sampler: this.isSamplerObserving ? 'observing' : facts.sampler,
      final,
      instrumentation: this.attestations.list(facts.configuredSince),
      detachedCalls: this.#detached.from(trace),
      readInProcess: this.isReadInProcess,
      until: this.clock.nanos(),
    });
  }

  /** The oldest trace goes on without being followed: neither it nor what comes after it can be final. */
  #forgetOldestTrace(openTraces: number): void {
    const { oldest } = this.#traces;
    if (oldest === undefined) return;
    oldest.resumed = true;
    oldest.isForgotten = true;
    this.#traces.delete(oldest.traceId);
    this.#forgotten.add(oldest.traceId);
    const [first] = this.#forgotten;
    if (this.#forgotten.size > openTraces && first !== undefined) {
      this.#forgotten.delete(first);
      this.#hasLost = true;
    }
  }
}
