import { checkpointAttributes, rootAttributes } from '../../decision/checkpoint.ts';
import { digestOf, type EventAttributes, eventAttributes, spanAttributes } from '../../decision/codec.ts';
import {
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  EVENT,
  OWN_SCOPE,
  ROOT_SPAN_ID,
  RUN_END_EVENT,
  SUMMARY_SPAN,
} from '../../decision/names.ts';
import type { DecisionRecord } from '../../decision/record.ts';
import { runSealAttributes } from '../../decision/run-seal.ts';
import { planScrub, removedKeys, type ScrubRules, scrubbedEvent } from '../../redact/scrub.ts';
import { CONTENT_KEYS, IDENTITY_KEYS } from '../../redact/scrub-lists.ts';
import type { CallFact, SpanFact } from '../../run/span-fact.ts';
import type { Conflict } from '../../span/observed-call.ts';
import {
  type Attributes,
  attribute,
  type EventView,
  type SpanView,
  stringAttribute,
} from '../../span/view.ts';
import { keyValues } from './otlp-values.ts';

const KINDS: readonly SpanView['kind'][] = [
  'unspecified',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
];
const CODES: Readonly<Record<SpanView['status']['code'], number>> = { unset: 0, ok: 1, error: 2, unknown: 3 };

const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** What any span is called that is neither a call nor one of ours: names hold whatever an application put there. */
const NAME = 'span';

/**
 * A span as it may leave, in OTLP/JSON: under the strict allow-list, whatever it is. Its evidence is written anew from
 * its fact, which holds nothing but what was read and checked; of anything else not one free text stays.
 */
export function scrubbedSpan(span: SpanView, fact: SpanFact, rules: ScrubRules) {
  const plan = planScrub(span.attributes, rules, {});
  const attributes: Record<string, unknown> = { ...span.attributes };
  for (const key of plan.remove) delete attributes[key];
  for (const [key, value] of plan.replace) attributes[key] = value;
  const calls = (fact.calls ?? []).map((call) => written(call, span, fact, plan.remove));
  Object.assign(attributes, ...calls.map(({ onSpan }) => onSpan), ...rootNumbers(fact), ownParts(span));
  // What no dialect claims must be seen by the next reader too.
  if (fact.unrecognised === true) attributes['mcp.unrecognised'] = true;
  const isRemote = span.parentIsRemote === true ? IS_REMOTE : 0;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    flags: span.traceFlags + (span.parentIsRemote === undefined ? 0 : HAS_IS_REMOTE + isRemote),
    name: nameOf(span, calls[0]?.record),
    kind: KINDS.indexOf(span.kind),
    startTimeUnixNano: span.startTimeUnixNano,
    endTimeUnixNano: span.endTimeUnixNano,
    attributes: keyValues(attributes),
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    events: [
      ...calls.map(({ event }) => [DECISION_EVENT, event] as const),
      ...(fact.checkpoints ?? []).map((one) => [CHECKPOINT_EVENT, checkpointAttributes(one)] as const),
      ...(fact.seals ?? []).map((seal) => [RUN_END_EVENT, runSealAttributes(seal)] as const),
      // That something was cut on its way stays visible.
      ...(fact.broken ?? []).map((what) => [BROKEN[what], {}] as const),
      ...span.events.filter(({ name }) => !OWN_EVENTS.has(name)).map(scrubbed),
    ].map(([name, held]) => ({ name, timeUnixNano: span.endTimeUnixNano, attributes: keyValues(held) })),
    links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    status: { code: CODES[span.status.code] },
  };
}

const OWN_EVENTS: ReadonlySet<string> = new Set([DECISION_EVENT, CHECKPOINT_EVENT, RUN_END_EVENT]);
const BROKEN = { checkpoint: CHECKPOINT_EVENT, decision: DECISION_EVENT } as const;

function scrubbed(event: EventView): readonly [string, Attributes] {
  const { name, attributes } = scrubbedEvent(event);
  return [name, attributes];
}

/** A call's event and what stands on the span, from its fact. */
function written(
  { record: text, vantage, start, conflicts = [], ...call }: CallFact,
  span: SpanView,
  fact: SpanFact,
  removed: readonly string[],
) {
  const record = JSON.parse(text) as DecisionRecord;
  const encoded = { record: text, digest: digestOf(text) };
  const { emitter = fact.emitter, epoch = fact.epoch, sequence = fact.sequence } = call;
  const isNumbered = emitter !== undefined && epoch !== undefined && sequence !== undefined;
  const number = isNumbered ? { emitter, epoch, sequence, numbered: call.numbered ?? sequence } : undefined;
  const before = span.events.find(({ attributes }) => stringAttribute(attributes, EVENT.record) === text);
  const { named, other } = removedKeys(removed);
  const event: EventAttributes = eventAttributes(record, encoded, {
    number,
    startTimeUnixNano: start,
    vantage,
    scrubbedKeys: [...new Set([...named, ...namedBefore(before)])].sort(),
    scrubbedOther: other + countBefore(before),
    conflicts: conflicts as readonly Conflict[],
  });
  return { record, event, onSpan: spanAttributes(record, encoded, { number, vantage }) };
}

/** Keys of ours that were taken off before; no other text of the list. */
function namedBefore(event: EventView | undefined): readonly string[] {
  const keys = attribute(event?.attributes ?? {}, EVENT.scrubbedKeys);
  return Array.isArray(keys) ? keys.filter((key) => CONTENT_KEYS.has(key) || IDENTITY_KEYS.has(key)) : [];
}

function countBefore(event: EventView | undefined): number {
  const count = attribute(event?.attributes ?? {}, EVENT.scrubbedOther);
  return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 0;
}

/** Numbers of a local root, also where its checkpoint was lost. */
function rootNumbers({ emitter, epoch, ordinal, checkpoints = [] }: SpanFact): EventAttributes[] {
  const [checkpoint] = checkpoints;
  if (emitter === undefined || epoch === undefined)
    return checkpoint === undefined ? [] : [rootAttributes(checkpoint)];
  const numbers: EventAttributes = { [EVENT.emitterId]: emitter, [EVENT.epoch]: epoch };
  if (ordinal !== undefined) Object.assign(numbers, { [ORDINAL]: ordinal });
  return [numbers];
}

const ORDINAL = 'assay.checkpoint.ordinal';
const CARRIER = 'assay.carrier';

/** What else of ours on a span a reader needs. */
function ownParts({ attributes }: SpanView): EventAttributes {
  const own: EventAttributes = {};
  const root = stringAttribute(attributes, ROOT_SPAN_ID);
  if (root !== undefined && /^[0-9a-f]{16}$/.test(root)) own[ROOT_SPAN_ID] = root;
  if (attribute(attributes, CARRIER) === 'log') own[CARRIER] = 'log';
  return own;
}

function nameOf({ name, scope }: SpanView, record: DecisionRecord | undefined): string {
  if (record !== undefined) return `tools/call ${record.tool.name}`;
  const isOwn = name === CHECKPOINT_EVENT || name === RUN_END_EVENT || name === SUMMARY_SPAN;
  return isOwn && scope.name === OWN_SCOPE ? name : NAME;
}
