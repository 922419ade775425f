import { CLASSIFIER_VERSION } from '../../classify/rule-set.ts';
import { digestOf, type EventAttributes, eventAttributes, spanAttributes } from '../../decision/codec.ts';
import { DIALECT, EVENT } from '../../decision/names.ts';
import type { DecisionRecord } from '../../decision/record.ts';
import { removedKeys } from '../../redact/scrub.ts';
import { CONTENT_KEYS, IDENTITY_KEYS } from '../../redact/scrub-lists.ts';
import type { CallFact, SpanFact } from '../../run/span-fact.ts';
import type { Conflict } from '../../span/observed-call.ts';
import { type Attributes, attribute, type EventView, stringAttribute } from '../../span/view.ts';

/** A call's event, and what of it stands on its span. */
export interface RewrittenCall {
  readonly record: DecisionRecord;
  readonly event: EventAttributes;
  readonly onSpan: EventAttributes;
}

/**
 * A call written anew from its fact, which holds nothing but what was read and checked. `events` are those it may have
 * come in, `removed` the keys that are taken off its span now.
 */
export function rewrittenCall(
  { record: text, vantage, start, dialect, conflicts = [], ...call }: CallFact,
  fact: SpanFact,
  events: readonly EventView[],
  removed: readonly string[],
): RewrittenCall {
  const record = JSON.parse(text) as DecisionRecord;
  const encoded = { record: text, digest: digestOf(text) };
  const { emitter = fact.emitter, epoch = fact.epoch, sequence = fact.sequence } = call;
  const isNumbered = emitter !== undefined && epoch !== undefined && sequence !== undefined;
  const number = isNumbered ? { emitter, epoch, sequence, numbered: call.numbered ?? sequence } : undefined;
  const before = events.find(({ attributes }) => stringAttribute(attributes, EVENT.record) === text);
  const { named, other } = removedKeys(removed);
  const event = eventAttributes(record, encoded, {
    number,
    startTimeUnixNano: start,
    vantage,
    scrubbedKeys: [...new Set([...named, ...namedBefore(before?.attributes)])].sort(),
    scrubbedOther: other + countBefore(before?.attributes),
    conflicts: conflicts as readonly Conflict[],
    sameAs: call.sameAs,
    classifierVersions: call.classifiers ?? [CLASSIFIER_VERSION],
  });
  const onSpan = spanAttributes(record, encoded, { number, vantage });
  if (dialect !== undefined) onSpan[DIALECT] = dialect;
  return { record, event, onSpan };
}

/** Keys of ours that were taken off before; no other text of the list. */
function namedBefore(attributes: Attributes = {}): readonly string[] {
  const keys = attribute(attributes, EVENT.scrubbedKeys);
  return Array.isArray(keys) ? keys.filter((key) => CONTENT_KEYS.has(key) || IDENTITY_KEYS.has(key)) : [];
}

function countBefore(attributes: Attributes = {}): number {
  const count = attribute(attributes, EVENT.scrubbedOther);
  return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 0;
}
