import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT } from '../decision/names.ts';
import type { SdkEvent, SdkWritableSpan } from '../span/sdk-span.ts';
import type { CallEvidence } from './call-evidence.ts';
import type { SafeContent } from './safe-content.ts';
import { type CheckpointEvidence, markWritten } from './written.ts';

/** Limits of the SDK that were met while writing; they stand in the checkpoint. */
export type LimitCode =
  | 'attribute_count_limit'
  | 'attribute_value_length_limit'
  | 'event_attribute_count_limit'
  | 'event_count_limit';

/** Takes off a span that has not ended yet what must not leave. */
export function applySafeContent(span: SdkWritableSpan, content: SafeContent): void {
  for (const key of content.attributes.remove) delete span.attributes[key];
  for (const [key, value] of content.attributes.replace) span.attributes[key] = value;
  if (content.name !== undefined) span.updateName(content.name);
  // The status of a span whose code is OK can no longer be set through the API.
  if (content.status !== undefined) (span as { status: unknown }).status = content.status;
  if (content.events !== undefined) span.events.splice(0, span.events.length, ...content.events);
  if (content.links !== undefined) span.links.splice(0, span.links.length, ...content.links);
}

/** Fails closed: nothing that came from outside stays on the span but its name's first word. */
export function emptySpan(span: SdkWritableSpan): void {
  for (const key of Object.keys(span.attributes)) delete span.attributes[key];
  span.events.length = 0;
  span.links.length = 0;
  (span as { status: unknown }).status = { code: span.status.code };
  span.updateName('tools/call');
}

/**
 * Adds one of our events to a span that has not ended, and reads it back: a count limit may have dropped it
 * or some of its attributes, a length limit cut them in silence. What was lost is put on the event's own
 * objects, which no limit reaches. Returns the limits that were met.
 */
export function writeEvent(
  span: SdkWritableSpan,
  name: string,
  evidence: CallEvidence | CheckpointEvidence,
): LimitCode[] {
  const attributes = evidence.event;
  const earlier = span.events.filter(isOwnEvent);
  // At the span's end, where it belongs: by now the clock is already past it.
  span.addEvent(name, attributes, span.endTime);
  const met: LimitCode[] = [];
  let event = span.events.at(-1);
  if (event === undefined || event.name !== name || earlier.includes(event)) {
    met.push('event_count_limit');
    event = { name, attributes: {}, time: span.endTime, droppedAttributesCount: 0 };
    span.events.push(event);
    event.attributes = { ...attributes };
  } else {
    met.push(...restored(event, attributes));
  }
  markWritten(event, evidence);
  const lost = earlier.filter((one) => !span.events.includes(one));
  if (lost.length > 0) {
    met.push('event_count_limit');
    span.events.unshift(...lost);
  }
  return met;
}

/** Whether an event bears one of our names. */
function isOwnEvent({ name }: SdkEvent): boolean {
  return name === DECISION_EVENT || name === CHECKPOINT_EVENT;
}

/** Writes our attributes past the span's own limits: they are bounded by the record. */
export function writeAttributes(span: SdkWritableSpan, attributes: EventAttributes): void {
  Object.assign(span.attributes, attributes);
}

/** Puts back what limits took; the order is the published one. */
function restored(event: SdkEvent, attributes: EventAttributes): LimitCode[] {
  const stored = event.attributes ?? {};
  let dropped = false;
  let cut = false;
  for (const key in attributes) {
    const value = attributes[key] as EventAttributes[string];
    if (stored[key] === value) continue;
    if (!Object.hasOwn(stored, key)) dropped = true;
    else if (!isSame(stored[key], value)) cut = true;
  }
  if (!dropped && !cut) return NONE;
  event.attributes = { ...attributes };
  event.droppedAttributesCount = 0;
  return [
    ...(dropped ? (['event_attribute_count_limit'] as const) : []),
    ...(cut ? (['attribute_value_length_limit'] as const) : []),
  ];
}

const NONE: LimitCode[] = [];

function isSame(stored: unknown, value: EventAttributes[string]): boolean {
  if (!Array.isArray(value)) return stored === value;
  return (
    Array.isArray(stored) && stored.length === value.length && value.every((entry, i) => stored[i] === entry)
  );
}
