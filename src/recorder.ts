import { callEvidence } from './carrier/call-evidence.ts';
import type { CallEvidence, SpanEvidence } from './carrier/evidence.ts';
import { writeLog } from './carrier/on-log.ts';
import { applySafeContent, writeAttributes, writeEvent } from './carrier/on-span.ts';
import { carryCheckpoint } from './carrier/own-span.ts';
import { NOTHING_OWN, safeContent } from './carrier/safe-content.ts';
import type { Settings } from './config.ts';
import { checkpointAttributes, rootAttributes } from './decision/checkpoint.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT, INPUT } from './decision/names.ts';
import { mayBePolicySpan, policySpan } from './dialect/policy-span.ts';
import { identify } from './dialect/recognise.ts';
import type { CheckpointFacts } from './emitter/checkpoint-of.ts';
import { isAgent, isGenAi } from './emitter/gen-ai-span.ts';
import { heardFor, keepHeard } from './emitter/heard.ts';
import { type Registry, registry } from './emitter/registry.ts';
import { ruledOut } from './emitter/ruled-out.ts';
import { isBegunAlready } from './emitter/same-call-start.ts';
import type { OpenSpan } from './emitter/trace-state.ts';
import { type Observation, type ObservedCallSpan, observe } from './pipeline.ts';
import { safeRunId } from './run/run-id.ts';
import { fromSdkSpan } from './span/from-sdk.ts';
import type { HandOver } from './span/observed-call.ts';
import type { HrTime, SdkReadableSpan, SdkWritableSpan } from './span/sdk-span.ts';
import { toolLeaf } from './span/tool-name.ts';
import { stringAttribute } from './span/view.ts';

/**
 * Follows the spans of one processor from start to end: numbers calls when they are first recognised, writes
 * record and checkpoint on the span as it ends, or leaves them in the registry for the guard where the span
 * can no longer be written to.
 */
export class Recorder {
  readonly #owner: object;
  readonly #settings: Settings;
  readonly #facts: CheckpointFacts;
  readonly #shared: Registry;

  readonly #isRunRoot: (span: SdkReadableSpan) => boolean;

  constructor(
    owner: object,
    settings: Settings,
    facts: CheckpointFacts,
    isRunRoot: (span: SdkReadableSpan) => boolean,
    shared: Registry = registry(),
  ) {
    this.#shared = shared;
    this.#owner = owner;
    this.#settings = settings;
    this.#facts = facts;
    this.#isRunRoot = isRunRoot;
  }

  /** False where another processor already follows the span. */
  start(span: SdkWritableSpan, looksLikeCall: boolean): boolean {
    const { emitter } = this.#shared;
    const begun = looksLikeCall ? identify(fromSdkSpan(span), this.#settings) : undefined;
    const isMcp = begun?.is === 'call' || begun?.is === 'mcp';
    const facts = {
      owner: this.#owner,
      ruledOut: !looksLikeCall && ruledOut(span),
      seenOnly: isMcp && !emitter.attestations.isInstalled(span.instrumentationScope.name),
      runRoot: this.#isRunRoot(span),
      runId: this.#runId(span),
    };
    const open = emitter.started(span, facts, this.#settings.open);
    if (open === undefined) return false;
    // Decided at its start: while an agent's span is open, calls that it makes have a caller.
    if (begun?.is !== 'call' && !facts.ruledOut && isAgent(span.attributes)) open.trace.hasAgent = true;
    if (begun?.is === 'call') {
      open.number = open.trace.number();
      // From now on its number stands for the call that was begun, also while it is open.
      open.stands = emitter.attestations.isInstalled(span.instrumentationScope.name);
      if (open.stands) open.trace.ledger.begunRecorded += 1;
      // Its other span was counted, or will be.
      if (isBegunAlready(span, begun.dialect, open, this.#shared)) open.isClientCall = true;
      if (span.kind === CLIENT) emitter.countClientCall(open);
    }
    return true;
  }

  /** Whether the span was not yet seen to end, by this recorder or by the one that follows it. */
  mayEnd(span: SdkReadableSpan): boolean {
    const { emitter } = this.#shared;
    const context = span.spanContext();
    if (emitter.hasEnded(context)) return false;
    const owner = emitter.open(context)?.owner;
    return owner === undefined || owner === this.#owner;
  }

  /** `isWritable` as long as the span has not ended: then everything goes onto the span itself. */
  end(span: SdkReadableSpan, looksLikeCall: boolean, isWritable: boolean): void {
    const { emitter, handOvers } = this.#shared;
    const context = span.spanContext();
    if (emitter.hasEnded(context)) return;
    const open = emitter.open(context) ?? this.#startNotSeen(span);
    if (open === undefined || open.owner !== this.#owner) return;
    let call: CallEvidence | undefined;
    if (!open.trace.isNoteworthy && isGenAi(span.attributes)) open.trace.isNoteworthy = true;
    if (open.number === undefined && !looksLikeCall && isAgent(span.attributes)) open.trace.hasAgent = true;
    if (open.localRoot) open.trace.runId ??= this.#runId(span);
    try {
      if (looksLikeCall || open.number !== undefined) {
        const handOver = handOvers.get(context);
        const observation = this.#observe(span, open, handOver);
        if (observation.is === 'call') {
          call = this.#recordCall(span, open, observation, isWritable);
          handOvers.set(context, undefined);
        } else this.#noteOther(span, open, observation, isWritable);
      }
      if (call === undefined && mayBePolicySpan(span.name)) this.#notePolicy(span);
    } finally {
      this.#finish(span, open, call, isWritable);
    }
  }

  /** A framework's tool span is an MCP call where a client's call of that tool was below it. */
  #observe(span: SdkReadableSpan, open: OpenSpan, handOver: HandOver | undefined): Observation {
    const [view, heard] = [fromSdkSpan(span), heardFor(open)];
    const observation = observe(view, this.#settings, handOver, heard);
    if (observation.is !== 'tool' || observation.local) return observation;
    const isProven = open.clientLeaves?.has(toolLeaf(observation.toolName ?? '')) === true;
    return isProven ? observe(view, { ...this.#settings, toolSpans: 'all' }, handOver, heard) : observation;
  }

  /** The processor came after the span's start, or the span was forgotten: its epoch can vouch for nothing. */
  #startNotSeen(span: SdkReadableSpan): OpenSpan | undefined {
    const facts = {
      owner: this.#owner,
      ruledOut: ruledOut(span),
      seenOnly: false,
      runRoot: this.#isRunRoot(span),
      runId: this.#runId(span),
    };
    return this.#shared.emitter.resumed(span, facts, this.#settings.open);
  }

  /** The run that a local root names; on any other span it names nothing. */
  #runId({ attributes, parentSpanContext: parent, resource }: SdkReadableSpan): string | undefined {
    if (parent?.spanId && parent.isRemote !== true) return undefined;
    const { runKey } = this.#settings;
    // While detectors run, the SDK says at error level that somebody looked: what they find is asked for at the end.
    const shared = resource.asyncAttributesPending === true ? {} : resource.attributes;
    for (const key of runKey === undefined ? [INPUT.runId] : [INPUT.runId, runKey]) {
      const id = stringAttribute(shared, key) ?? stringAttribute(attributes, key);
      if (id !== undefined) return safeRunId(id);
    }
    return undefined;
  }

  #recordCall(
    span: SdkReadableSpan,
    open: OpenSpan,
    observation: ObservedCallSpan,
    isWritable: boolean,
  ): CallEvidence {
    const { trace } = open;
    // An earlier checkpoint may have been final on the word that this span could be no call.
    if (open.ruledOut) trace.resumed = true;
    open.number ??= trace.number();
    if (!isSampled(span)) trace.ledger.notSampled += 1;
    this.#noteInstrumentation(span, open, observation.call.vantage);
    this.#relate(span, open, observation);
    const number = { ...open.number, numbered: trace.ledger.numbered };
    const sameAs = this.#shared.sameCalls.of(open.context);
    const { evidence, content } = callEvidence(span, observation, number, this.#settings, sameAs);
    trace.recorded(open.number, observation.encoded.digest);
    if (isWritable) {
      const writable = span as SdkWritableSpan;
      applySafeContent(writable, content);
      if (!evidence.isLogged) {
        for (const limit of writeEvent(writable, DECISION_EVENT, evidence.event))
          trace.ledger.limits.add(limit);
      }
      writeAttributes(writable, evidence.span);
    } else {
      trace.ledger.hooksMissed += 1;
    }
    // After the event was added: it may itself have pushed an earlier one out.
    this.#noteLimits(span, open);
    return evidence;
  }

  /** A span that looked like a call or was numbered as one, and is none; what began as a call is kept clean. */
  #noteOther(
    span: SdkReadableSpan,
    open: OpenSpan,
    observation: Exclude<Observation, { is: 'call' }>,
    isWritable: boolean,
  ): void {
    const { trace } = open;
    if (open.number !== undefined) {
      trace.withdraw(open.number);
      if (open.stands) trace.ledger.begunRecorded -= 1;
      const name = { toolName: '', plainNames: [] };
      if (isWritable)
        applySafeContent(span as SdkWritableSpan, safeContent(span, this.#settings.scrub, name, NOTHING_OWN));
    }
    if (observation.is === 'other') return;
    trace.isNoteworthy = true;
    if (observation.is !== 'mcp') return;
    trace.ledger.initializeSeen ||= observation.method === 'initialize';
    trace.ledger.toolsListSeen ||= observation.method === 'tools/list';
    if (observation.vantage !== undefined) this.#noteInstrumentation(span, undefined, observation.vantage);
  }

  /** A policy layer's word about the call directly above, kept until that ends. */
  #notePolicy(span: SdkReadableSpan): void {
    const parent = span.parentSpanContext;
    const above = parent && this.#shared.emitter.open(parent);
    if (above === undefined) return;
    const view = fromSdkSpan(span);
    // As whoever reads the run has it: what is read as anything else says nothing here.
    const said = identify(view, this.#settings).is === 'other' ? policySpan(view) : undefined;
    if (said !== undefined) keepHeard(above, said);
  }

  /** `calls` counts what the installed instrumentation saw through; any other is attested as merely seen. */
  #noteInstrumentation(span: SdkReadableSpan, calls: OpenSpan | undefined, vantage: CallVantage): void {
    const { attestations } = this.#shared.emitter;
    const { name: scope, version = '' } = span.instrumentationScope;
    if (!attestations.isInstalled(scope)) {
      attestations.add({ scope, version, vantage, basis: 'seen', covers: 'object' });
    } else if (calls !== undefined && !calls.stands) calls.trace.ledger.begunRecorded += 1;
  }

  #noteLimits(span: SdkReadableSpan, { trace }: OpenSpan): void {
    if (span.droppedAttributesCount > 0) trace.ledger.limits.add('attribute_count_limit');
    if (span.droppedEventsCount > 0) trace.ledger.limits.add('event_count_limit');
  }

  /** A framework span with a client call of the same tool directly below it stands for that call. */
  #relate(span: SdkReadableSpan, open: OpenSpan, { call }: ObservedCallSpan): void {
    if (call.toolName === undefined || open.number === undefined) return;
    const leaf = toolLeaf(call.toolName);
    if (call.vantage === 'framework' && open.clientLeaves?.has(leaf)) open.trace.cover(open.number);
    if (call.vantage !== 'client') return;
    const parent = span.parentSpanContext;
    this.#shared.emitter.countClientCall(open);
    const above = parent && this.#shared.emitter.open(parent);
    if (above === undefined) return;
    above.clientLeaves ??= new Set();
    // Names come from outside: what is beyond the bound leaves two records where there could be one.
    if (above.clientLeaves.size < MAX_LEAVES && leaf.length <= MAX_LEAF_LENGTH) above.clientLeaves.add(leaf);
  }

  #finish(span: SdkReadableSpan, open: OpenSpan, call: CallEvidence | undefined, isWritable: boolean): void {
    const said = this.#shared.emitter.ended(open, this.#facts);
    const checkpoint = said && { event: checkpointAttributes(said), span: rootAttributes(said) };
    const evidence = call === undefined && checkpoint === undefined ? undefined : { call, checkpoint };
    if (evidence !== undefined) this.#shared.evidence.set(span.spanContext(), evidence);
    if (checkpoint !== undefined && !isSampled(span) && open.trace.hasCalls) {
      carryCheckpoint(span.spanContext(), checkpoint);
    }
    if (checkpoint !== undefined && isSampled(span) && this.#settings.carrier !== 'span-event')
      writeLog(CHECKPOINT_EVENT, checkpoint.event, span.spanContext(), endOf(span));
    if (isWritable && checkpoint !== undefined) {
      const writable = span as SdkWritableSpan;
      writeEvent(writable, CHECKPOINT_EVENT, checkpoint.event);
      writeAttributes(writable, checkpoint.span);
    }
    if (this.#shared.readers.size > 0 && open.trace.activity) this.#tellReaders(span, evidence);
  }

  #tellReaders(span: SdkReadableSpan, evidence: SpanEvidence | undefined): void {
    for (const reader of this.#shared.readers) {
      if (isSampled(span)) reader.expect(span.spanContext().spanId);
      else reader.readUnsampled(span, evidence);
    }
  }

  /** The process is about to end: says of what is still open what can be said, each on a span of its own. */
  interrupt(): void {
    for (const { root, checkpoint } of this.#shared.emitter.interrupted(this.#owner, this.#facts)) {
      const [event, span] = [checkpointAttributes(checkpoint), rootAttributes(checkpoint)];
      carryCheckpoint(root, { event, span });
    }
  }
}

/** `undefined` while it has not ended. */
function endOf({ endTime }: SdkReadableSpan): HrTime | undefined {
  return endTime[0] > 0 ? endTime : undefined;
}

/** The SAMPLED bit of the W3C trace flags: whether the span will be exported. */
function isSampled(span: SdkReadableSpan): boolean {
  return (span.spanContext().traceFlags & 1) === 1;
}

/** `SpanKind.CLIENT`. */
const CLIENT = 2;

/** Leaf names kept of the calls below one open span. */
const MAX_LEAVES = 64;
const MAX_LEAF_LENGTH = 128;

type CallVantage = ObservedCallSpan['call']['vantage'];
