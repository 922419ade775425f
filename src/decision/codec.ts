import { sha256Hex } from '../redact/sha256.ts';
import type { Conflict, Vantage } from '../span/observed-call.ts';
import { attribute, type EventView, stringAttribute } from '../span/view.ts';
import { canonicalJson } from './canonical-json.ts';
import { DECISION_EVENT, EVENT, SCHEMA_URL } from './names.ts';
import { MAX_RECORD_DEPTH, nestsWithin } from './nesting.ts';
import type { DecisionRecord } from './record.ts';

/** The call's number at its emitter: evidence that travels with the record. */
export interface CallNumber {
  /** 16 hex digits, one per process. */
  readonly emitter: string;
  /** `<counter>-<16 hex digits>`, one per trace state that the emitter made. */
  readonly epoch: string;
  /** From 1 within the epoch. */
  readonly sequence: number;
  /** How many calls the epoch had numbered when this was written. */
  readonly numbered: number;
}

/** A record as it travels: its canonical string, that string's digest, and what stands beside it. */
export interface EncodedDecision {
  readonly record: string;
  readonly digest: string;
}

/** The record, whose members `decide` puts in canonical order, as RFC 8785 JSON and that string's digest. */
export function encodeRecord(record: DecisionRecord): EncodedDecision {
  const text = JSON.stringify(record);
  return { record: text, digest: digestOf(text) };
}

/** `sha256:` and the lower-case hex SHA-256 of the UTF-8 of `text`. */
export function digestOf(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}

/** What stands in the event beside the record. */
export interface EventFacts {
  readonly number: CallNumber | undefined;
  readonly startTimeUnixNano: string;
  readonly vantage: Vantage;
  readonly scrubbedKeys: readonly string[];
  readonly scrubbedOther: number;
  readonly conflicts: readonly Conflict[];
  /** The span that holds this very call's record, as trace id, `-` and span id; absent on all but a second span of it. */
  readonly sameAs?: string | undefined;
  /** Of the rules that classified it. */
  readonly classifierVersions: readonly string[];
}

export type EventAttributes = Record<string, string | number | boolean | string[]>;

/** The attributes of event `assay.tool_decision`, in their published order. */
export function eventAttributes(record: DecisionRecord, encoded: EncodedDecision, facts: EventFacts) {
  const attributes: EventAttributes = {
    [EVENT.record]: encoded.record,
    [EVENT.recordDigest]: encoded.digest,
  };
  if (facts.number !== undefined) {
    attributes[EVENT.emitterId] = facts.number.emitter;
    attributes[EVENT.epoch] = facts.number.epoch;
    attributes[EVENT.sequence] = facts.number.sequence;
    attributes[EVENT.numbered] = facts.number.numbered;
  }
  attributes[EVENT.callStart] = facts.startTimeUnixNano;
  attributes[EVENT.schemaUrl] = SCHEMA_URL;
  attributes[EVENT.vantage] = facts.vantage;
  attributes[EVENT.classifierVersion] = [...facts.classifierVersions];
  attributes[EVENT.scrubbedKeys] = [...facts.scrubbedKeys];
  attributes[EVENT.scrubbedOther] = facts.scrubbedOther;
  if (facts.conflicts.length > 0) attributes[EVENT.conflicts] = [...facts.conflicts];
  if (facts.sameAs !== undefined) attributes[EVENT.sameAs] = facts.sameAs;
  attributes[EVENT.toolName] = record.tool.name;
  if (record.tool.category !== null) attributes[EVENT.toolCategory] = record.tool.category;
  attributes[EVENT.classification] = record.classification;
  attributes[EVENT.reasonCode] = record.reason_code;
  attributes[EVENT.decisionEffect] = record.decision.effect;
  attributes[EVENT.decisionSource] = record.decision.source;
  attributes[EVENT.decisionEnforced] = record.decision.enforced;
  attributes[EVENT.responseStatus] = record.response.status;
  attributes[EVENT.serverId] = record.server.id;
  return attributes;
}

/** The attributes that the call span itself carries, since some backends search nothing else. */
export function spanAttributes(
  record: DecisionRecord,
  encoded: EncodedDecision,
  facts: Pick<EventFacts, 'number' | 'vantage'>,
): EventAttributes {
  const attributes: EventAttributes = {};
  if (record.tool.category !== null) attributes[EVENT.toolCategory] = record.tool.category;
  attributes[EVENT.classification] = record.classification;
  attributes[EVENT.decisionEffect] = record.decision.effect;
  attributes[EVENT.recordDigest] = encoded.digest;
  if (facts.number !== undefined) {
    attributes[EVENT.emitterId] = facts.number.emitter;
    attributes[EVENT.epoch] = facts.number.epoch;
    attributes[EVENT.sequence] = facts.number.sequence;
  }
  attributes[EVENT.vantage] = facts.vantage;
  return attributes;
}

/** Why an event is no intact record. Never holds a value of the event. */
export class DecisionEventError extends Error {
  override readonly name = 'DecisionEventError';
  readonly code: 'not_a_decision_event' | 'record_missing' | 'event_truncated';
  constructor(code: DecisionEventError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** An intact event, read back. Numbers that the event lacks are `undefined`: the span may have them. */
export interface DecodedDecision extends EncodedDecision {
  /** As parsed: unknown fields are kept, older producers' missing fields stay missing. */
  readonly value: DecisionRecord;
  readonly emitter: string | undefined;
  readonly epoch: string | undefined;
  readonly sequence: number | undefined;
  readonly numbered: number | undefined;
  readonly startTimeUnixNano: string | undefined;
  readonly vantage: string | undefined;
  readonly conflicts: readonly string[];
}

/**
 * Reads an `assay.tool_decision` event. The digest is checked over the string before it is parsed, and a
 * string that is not its own canonical form is refused: what was cut or changed on the way is an error,
 * never a silently different record.
 *
 * @throws {DecisionEventError} `not_a_decision_event`, `record_missing` or `event_truncated`.
 */
export function decodeToolDecision(event: Pick<EventView, 'name' | 'attributes'>): DecodedDecision {
  const { name, attributes } = event;
  if (name !== DECISION_EVENT) {
    throw new DecisionEventError('not_a_decision_event', `Expected a span event named ${DECISION_EVENT}`);
  }
  const record = stringAttribute(attributes, EVENT.record);
  const digest = stringAttribute(attributes, EVENT.recordDigest);
  if (record === undefined || digest === undefined) {
    throw new DecisionEventError(
      'record_missing',
      `Expected \`${EVENT.record}\` and \`${EVENT.recordDigest}\` on the event; an attribute count limit may have dropped them`,
    );
  }
  const value = digestOf(record) === digest ? parseCanonical(record) : undefined;
  if (value === undefined) {
    throw new DecisionEventError(
      'event_truncated',
      `Expected \`${EVENT.record}\` to be canonical JSON with the digest in \`${EVENT.recordDigest}\`; it was cut or changed after it was written`,
    );
  }
  const conflicts = attribute(attributes, EVENT.conflicts);
  return {
    record,
    digest,
    value,
    emitter: stringAttribute(attributes, EVENT.emitterId),
    epoch: stringAttribute(attributes, EVENT.epoch),
    sequence: integer(attribute(attributes, EVENT.sequence)),
    numbered: integer(attribute(attributes, EVENT.numbered)),
    startTimeUnixNano: stringAttribute(attributes, EVENT.callStart),
    vantage: stringAttribute(attributes, EVENT.vantage),
    conflicts: Array.isArray(conflicts) ? conflicts.filter((entry) => typeof entry === 'string') : [],
  };
}

function parseCanonical(text: string): DecisionRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && nestsWithin(value, MAX_RECORD_DEPTH) && canonicalJson(value) === text
      ? (value as DecisionRecord)
      : undefined;
  } catch {
    return undefined;
  }
}

function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
