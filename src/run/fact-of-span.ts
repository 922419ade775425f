import {
  DecisionEventError,
  type DecodedDecision,
  decodeToolDecision,
  type EncodedDecision,
} from '../decision/codec.ts';
import {
  CHECKPOINT,
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  EVENT,
  INPUT,
  RUN_END,
  RUN_END_EVENT,
} from '../decision/names.ts';
import type { DecisionRecord } from '../decision/record.ts';
import type { NoCall } from '../dialect/recognise.ts';
import { label } from '../redact/label.ts';
import { planScrub } from '../redact/scrub.ts';
import type { ObservedCall, Vantage } from '../span/observed-call.ts';
import { attribute, type SpanView, stringAttribute } from '../span/view.ts';
import { EPOCH, readCheckpoint, readRunSeal } from './read-evidence.ts';
import { safeRunId } from './run-id.ts';
import type { CallFact, RunIds, SpanFact } from './span-fact.ts';

/** What recognition makes of a span that carries no intact record. */
export type Observed =
  | { readonly is: 'call'; readonly call: ObservedCall; readonly encoded: EncodedDecision }
  | NoCall;

export interface FactOptions {
  readonly observe: (span: SpanView) => Observed;
  /** Problems of a record that is intact as text; a reader of files checks the schema, one in process need not. */
  readonly problems?: (record: DecisionRecord) => readonly string[];
  readonly runKey?: string | undefined;
}

/** One span as evidence, and what of it was refused, in words without a value. */
export interface ReadSpan {
  readonly fact: SpanFact;
  readonly refused: readonly string[];
}

const STRICT = { mode: 'strict', allow: new Set<string>() } as const;

/** Reads a span, in whatever way it came, into the fact that a run's state is made of. Pure and total. */
export function factOfSpan(span: SpanView, options: FactOptions): ReadSpan {
  const refused: string[] = [];
  const broken = new Set<'checkpoint' | 'decision'>();
  const calls: CallFact[] = [];
  for (const event of span.events) {
    if (event.name !== DECISION_EVENT) continue;
    try {
      const decoded = decodeToolDecision(event);
      const problems = options.problems?.(decoded.value) ?? [];
      if (problems.length === 0) calls.push(fromEvent(span, decoded));
      else broken.add('decision');
      refused.push(...problems);
    } catch (error) {
      if (!(error instanceof DecisionEventError)) throw error;
      broken.add('decision');
      refused.push(error.message);
    }
  }
  const checkpoints = span.events
    .filter(({ name }) => name === CHECKPOINT_EVENT)
    .flatMap((event) => readCheckpoint(event) ?? ('broken' as const));
  const intact = checkpoints.filter((checkpoint) => checkpoint !== 'broken');
  if (intact.length < checkpoints.length) {
    broken.add('checkpoint');
    refused.push(`Expected \`${CHECKPOINT.checkpoint}\` to be an intact checkpoint; it was cut or changed`);
  }
  const ends = span.events.filter(({ name }) => name === RUN_END_EVENT);
  const seals = ends.flatMap((event) => readRunSeal(event) ?? []);
  if (seals.length < ends.length)
    refused.push(`Expected \`${RUN_END.seal}\` to be an intact run seal; it was cut or changed`);
  const observed = calls.length > 0 ? undefined : options.observe(span);
  if (observed?.is === 'call') calls.push(fromSpan(span, observed));
  const isEvidence = calls.length > 0 || checkpoints.length > 0 || hasNumbers(span);
  const fact: SpanFact = {
    trace: span.traceId,
    span: span.spanId,
    parent: span.parentSpanId,
    remote: span.parentIsRemote,
    service: safe(stringAttribute(span.resource, 'service.name')),
    instance: safe(stringAttribute(span.resource, 'service.instance.id')),
    ...(isEvidence && { start: span.startTimeUnixNano, end: span.endTimeUnixNano, ...numbers(span) }),
    calls: some(calls),
    checkpoints: some(intact),
    broken: some([...broken].sort()),
    runs: runIds(span, options.runKey),
    seals: some(seals),
    limited: calls.length > 0 && span.droppedAttributesCount + span.droppedEventsCount > 0 ? true : undefined,
    unscrubbed: calls.length > 0 && holdsContent(span) ? true : undefined,
    ...other(span, observed),
  };
  return { fact, refused };
}

function fromEvent(span: SpanView, decoded: DecodedDecision): CallFact {
  const vantages = [decoded.vantage, stringAttribute(span.attributes, EVENT.vantage)];
  return {
    origin: 'event',
    record: decoded.record,
    // What says nothing of its role is taken for the role that claims least.
    vantage: vantages.find(isVantage) ?? 'framework',
    emitter: emitterId(decoded.emitter),
    epoch: epochName(decoded.epoch),
    sequence: decoded.sequence,
    numbered: decoded.numbered,
    start: nanos(decoded.startTimeUnixNano) ?? span.startTimeUnixNano,
    duration: duration(span),
    conflicts: some(decoded.conflicts.map((conflict) => label(conflict).value)),
  };
}

function fromSpan(span: SpanView, { call, encoded }: Extract<Observed, { is: 'call' }>): CallFact {
  return {
    origin: 'derived',
    record: encoded.record,
    vantage: call.vantage,
    start: span.startTimeUnixNano,
    duration: duration(span),
    conflicts: some(call.conflicts),
  };
}

function other(span: SpanView, observed: Observed | undefined): Partial<SpanFact> {
  switch (observed?.is) {
    case 'tool':
      return { tool: observed.local ? 'local' : 'unattributed' };
    case 'mcp':
      return { mcp: label(observed.method).value };
    case 'other':
      return Object.keys(span.attributes).some((key) => key.startsWith('mcp.')) ? { unrecognised: true } : {};
    default:
      return {};
  }
}

/** Numbers of a call or a local root, as they stand on the span. */
function numbers({ attributes }: SpanView): Partial<SpanFact> {
  return {
    emitter: emitterId(stringAttribute(attributes, EVENT.emitterId)),
    epoch: epochName(stringAttribute(attributes, EVENT.epoch)),
    sequence: integer(attribute(attributes, EVENT.sequence)),
    ordinal: integer(attribute(attributes, CHECKPOINT.ordinal)),
  };
}

function hasNumbers({ attributes }: SpanView): boolean {
  return stringAttribute(attributes, EVENT.emitterId) !== undefined;
}

/** Whether anything is on a call span that strict scrubbing would have taken off. */
function holdsContent({ attributes, status }: SpanView): boolean {
  const removed = planScrub(attributes, STRICT, {}).remove.filter((key) => !key.startsWith('assay.'));
  return (
    removed.length > 0 ||
    (status.message !== undefined && status.message !== '' && status.message !== 'ERROR')
  );
}

function runIds(span: SpanView, runKey: string | undefined): RunIds | undefined {
  const ids: RunIds = {
    resource: safeRunId(stringAttribute(span.resource, INPUT.runId)),
    span: safeRunId(stringAttribute(span.attributes, INPUT.runId)),
    ...(runKey !== undefined && {
      keyResource: safeRunId(stringAttribute(span.resource, runKey)),
      keySpan: safeRunId(stringAttribute(span.attributes, runKey)),
    }),
  };
  return Object.values(ids).some((id) => id !== undefined) ? ids : undefined;
}

function duration({ startTimeUnixNano, endTimeUnixNano }: SpanView): string {
  const nanoseconds = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
  // A clock that was set back between start and end makes no negative time.
  return nanoseconds > 0n ? nanoseconds.toString() : '0';
}

function nanos(value: string | undefined): string | undefined {
  return value !== undefined && /^(0|[1-9]\d{0,19})$/.test(value) ? value : undefined;
}

function emitterId(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{16}$/.test(value) ? value : undefined;
}

function epochName(value: string | undefined): string | undefined {
  return value !== undefined && EPOCH.test(value) ? value : undefined;
}

function isVantage(value: string | undefined): value is Vantage {
  return value === 'client' || value === 'server' || value === 'gateway' || value === 'framework';
}

function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;
}

function safe(name: string | undefined): string | undefined {
  return name === undefined ? undefined : label(name).value;
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
