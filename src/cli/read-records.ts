import { DEFAULTS, type Settings } from '../config.ts';
import { DecisionEventError, type DecodedDecision, decodeToolDecision } from '../decision/codec.ts';
import { DECISION_EVENT, EVENT } from '../decision/names.ts';
import { type Observation, observe } from '../pipeline.ts';
import { label } from '../redact/label.ts';
import type { ObservedRecord } from '../run/observed-record.ts';
import { DecisionRecordSchema } from '../schema/decision-record.ts';
import { describeIssues } from '../schema/issues.ts';
import { CONFLICTS, type Vantage } from '../span/observed-call.ts';
import { type SpanView, stringAttribute } from '../span/view.ts';

/** What a stored span gives: its records, whether it is a tool span of unknown kind, and what was refused. */
export interface SpanReading {
  readonly records: readonly ObservedRecord[];
  readonly isUnattributedTool: boolean;
  /** One message for each decision event that is not intact. */
  readonly refused: readonly string[];
}

/** The options of the pipeline for stored spans. */
export function readingSettings(toolSpans: Settings['toolSpans']): Settings {
  return { ...DEFAULTS, toolSpans };
}

/**
 * The decision records of one stored span: those of its intact events, else the one that the span itself
 * gives. An event that is cut, changed or no valid record is refused, never read as a different record.
 */
export function readRecords(span: SpanView, settings: Settings): SpanReading {
  const records: ObservedRecord[] = [];
  const refused: string[] = [];
  for (const event of span.events) {
    if (event.name !== DECISION_EVENT) continue;
    try {
      const decoded = decodeToolDecision(event);
      const issues = DecisionRecordSchema.safeParse(decoded.value).error?.issues ?? [];
      if (issues.length === 0) records.push(fromEvent(span, decoded));
      else refused.push(...describeIssues(decoded.value, issues).map(({ message }) => message));
    } catch (error) {
      if (!(error instanceof DecisionEventError)) throw error;
      refused.push(error.message);
    }
  }
  if (records.length > 0) return { records, isUnattributedTool: false, refused };
  const observation = observe(span, settings);
  return {
    records: observation.is === 'call' ? [fromSpan(span, observation)] : [],
    isUnattributedTool: observation.is === 'tool' && !observation.local,
    refused,
  };
}

function fromEvent(span: SpanView, decoded: DecodedDecision): ObservedRecord {
  const start = decoded.startTimeUnixNano;
  const vantages = [decoded.vantage, stringAttribute(span.attributes, EVENT.vantage)];
  const emitter = decoded.emitter ?? stringAttribute(span.attributes, EVENT.emitterId);
  return {
    ...placeOf(span),
    ...(start !== undefined && /^(0|[1-9]\d{0,19})$/.test(start) && { startTimeUnixNano: start }),
    // What says nothing of its role is taken for the role that claims least.
    vantage: vantages.find(isVantage) ?? 'framework',
    emitter: emitter !== undefined && /^[0-9a-f]{16}$/.test(emitter) ? emitter : null,
    origin: 'event',
    // Names from outside: only those that are known are kept.
    conflicts: CONFLICTS.filter((conflict) => decoded.conflicts.includes(conflict)),
    recordString: decoded.record,
    record: decoded.value,
  };
}

function fromSpan(
  span: SpanView,
  { call, record, encoded }: Extract<Observation, { is: 'call' }>,
): ObservedRecord {
  return {
    ...placeOf(span),
    vantage: call.vantage,
    emitter: null,
    origin: 'derived',
    conflicts: CONFLICTS.filter((conflict) => call.conflicts.includes(conflict)),
    recordString: encoded.record,
    record,
  };
}

function placeOf(span: SpanView) {
  const { traceId, spanId, startTimeUnixNano, endTimeUnixNano, resource } = span;
  const duration = BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano);
  const service = stringAttribute(resource, 'service.name');
  return {
    traceId,
    spanId,
    startTimeUnixNano,
    // A clock that was set back between start and end makes no negative time.
    durationNano: duration > 0n ? duration.toString() : '0',
    service: service === undefined ? null : label(service).value,
  };
}

function isVantage(value: string | undefined): value is Vantage {
  return value === 'client' || value === 'server' || value === 'gateway' || value === 'framework';
}
