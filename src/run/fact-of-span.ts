import type { EncodedDecision } from '../decision/codec.ts';
import { CHECKPOINT, EVENT, INPUT, OWN_SCOPE, SUMMARY_SPAN } from '../decision/names.ts';
import { mayBePolicySpan } from '../dialect/policy-span.ts';
import type { NoCall } from '../dialect/recognise.ts';
import { label } from '../redact/label.ts';
import { holdsRemovable } from '../redact/scrub.ts';
import type { ObservedCall, Vantage } from '../span/observed-call.ts';
import { type Attributes, attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { type AboutResource, aboutResource } from './about-resource.ts';
import { EventCall } from './event-call.ts';
import { isModelRequest } from './model-request.ts';
import { nanosBetween } from './nanos-between.ts';
import { emitterId, epochName, ordinal } from './own-numbers.ts';
import { policyFact } from './policy-fact.ts';
import { type ReadDecision, type RecordProblems, readOwnEvents } from './read-events.ts';
import { safeRunId } from './run-id.ts';
import type { CallFact, RunIds, SpanFact } from './span-fact.ts';

/** What recognition makes of a span that carries no intact record. */
export type Observed = ObservedRecord | (NoCall & { readonly unproven?: ObservedRecord });

interface ObservedRecord {
  readonly is: 'call';
  readonly call: ObservedCall;
  readonly encoded: EncodedDecision;
  readonly classifiers?: readonly string[] | undefined;
}

export interface FactOptions {
  readonly observe: (span: SpanView) => Observed;
  /** A reader of files checks the schema of a record, one in process need not. */
  readonly problems?: RecordProblems;
  readonly runKey?: string | undefined;
  /** {@link aboutResource}, of a reader that knows which spans share a resource. */
  readonly about?: typeof aboutResource;
}

/** One span as evidence, and what of it was refused, in words without a value. */
export interface ReadSpan {
  readonly fact: SpanFact;
  readonly refused: readonly string[];
}

type Draft = { -readonly [Member in keyof SpanFact]: SpanFact[Member] };

/** Reads a span, in whatever way it came, into the fact that a run's state is made of. Pure and total. */
export function factOfSpan(span: SpanView, options: FactOptions): ReadSpan {
  const { runKey, about = aboutResource } = options;
  const { decisions, checkpoints, seals, broken, refused } = readOwnEvents(span.events, options.problems);
  const fact: Draft = {
    trace: span.traceId,
    span: span.spanId,
    parent: span.parentSpanId,
    remote: span.parentIsRemote,
  };
  if (!isSummary(span)) {
    const resource = about(span.resource, runKey);
    fact.service = resource.service;
    fact.instance = resource.instance;
    fact.runs = runIds(span.attributes, resource, runKey);
  }
  if (checkpoints.length > 0) fact.checkpoints = checkpoints;
  if (broken.length > 0) fact.broken = broken;
  if (seals.length > 0) fact.seals = seals;
  if (decisions.length > 0) fact.calls = decisions.map((decision) => fromEvent(span, decision));
  else addObserved(fact, span, options.observe(span));
  if (fact.calls !== undefined || fact.unproven !== undefined) {
    if (span.droppedAttributesCount + span.droppedEventsCount > 0) fact.limited = true;
    if (holdsContent(span)) fact.unscrubbed = true;
  }
  const isEvidence = fact.calls !== undefined || checkpoints.length > 0 || broken.includes('checkpoint');
  if (isEvidence || hasNumbers(span)) {
    fact.start = span.startTimeUnixNano;
    fact.end = span.endTimeUnixNano;
    addNumbers(fact, span);
  }
  return { fact, refused };
}

/** It tells of a run from wherever that was assessed: whose resource it bears is nothing that the run consists of. */
function isSummary({ name, scope }: SpanView): boolean {
  return name === SUMMARY_SPAN && scope.name === OWN_SCOPE;
}

function fromEvent(span: SpanView, decision: ReadDecision): CallFact {
  const vantage = stringAttribute(span.attributes, EVENT.vantage);
  const fact = new EventCall(decision, span.startTimeUnixNano, vantage, duration(span));
  return isLinked(span, fact.vantage) ? { ...fact, linked: true } : fact;
}

/** A server that links to its client's span instead of taking it for its parent. */
function isLinked({ links }: SpanView, vantage: Vantage): true | undefined {
  return vantage === 'server' && links.length > 0 ? true : undefined;
}

function fromSpan(span: SpanView, { call, encoded, classifiers }: ObservedRecord): CallFact {
  return {
    origin: 'derived',
    record: encoded.record,
    vantage: call.vantage,
    dialect: call.dialect,
    linked: isLinked(span, call.vantage),
    start: span.startTimeUnixNano,
    duration: duration(span),
    conflicts: some(call.conflicts),
    classifiers,
  };
}

/** What recognition says of a span that carries no intact record. */
function addObserved(fact: Draft, span: SpanView, observed: Observed): void {
  switch (observed.is) {
    case 'call':
      fact.calls = [fromSpan(span, observed)];
      return;
    case 'tool':
      fact.tool = observed.local ? 'local' : 'unattributed';
      if (observed.unproven !== undefined) fact.unproven = fromSpan(span, observed.unproven);
      return;
    case 'mcp':
      fact.mcp = label(observed.method).value;
      return;
    case 'other':
      for (const key in span.attributes) if (key.startsWith('mcp.')) fact.unrecognised = true;
      if (mayBePolicySpan(span.name)) fact.policy = policyFact(span);
      if (fact.policy === undefined && isModelRequest(span.attributes)) fact.model = true;
  }
}

/** Numbers of a call or a local root, as they stand on the span. */
function addNumbers(fact: Draft, { attributes }: SpanView): void {
  fact.emitter = emitterId(stringAttribute(attributes, EVENT.emitterId));
  fact.epoch = epochName(stringAttribute(attributes, EVENT.epoch));
  fact.sequence = ordinal(attribute(attributes, EVENT.sequence));
  fact.ordinal = ordinal(attribute(attributes, CHECKPOINT.ordinal));
}

function hasNumbers({ attributes }: SpanView): boolean {
  return stringAttribute(attributes, EVENT.emitterId) !== undefined;
}

/** Whether anything is on a call span that strict scrubbing would have taken off. */
function holdsContent({ attributes, status }: SpanView): boolean {
  const { message = '' } = status;
  return (message !== '' && message !== 'ERROR') || holdsRemovable(attributes);
}

function runIds(
  attributes: Attributes,
  { runId: resource, keyRunId: keyResource }: AboutResource,
  runKey: string | undefined,
): RunIds | undefined {
  const span = safeRunId(stringAttribute(attributes, INPUT.runId));
  const keySpan = runKey === undefined ? undefined : safeRunId(stringAttribute(attributes, runKey));
  const isNamed =
    resource !== undefined || span !== undefined || keyResource !== undefined || keySpan !== undefined;
  return isNamed ? { resource, span, keyResource, keySpan } : undefined;
}

function duration({ startTimeUnixNano, endTimeUnixNano }: SpanView): string {
  return nanosBetween(startTimeUnixNano, endTimeUnixNano);
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
