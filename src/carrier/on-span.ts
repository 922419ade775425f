import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT } from '../decision/names.ts';
import type { SdkEvent, SdkWritableSpan } from '../span/sdk-span.ts';
import { isSame } from './evidence.ts';
import type { SafeContent } from './safe-content.ts';

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
  if (content.events !== undefined) refill(span.events, content.events);
  if (content.links !== undefined) refill(span.links, content.links);
}

/**
 * Fails closed: nothing that came from outside stays on a span that could not be read. Each part is replaced
 * whole and on its own, since any of them may be what fights back; never throws.
 */
export function emptySpan(span: SdkWritableSpan): void {
  const parts: Record<string, () => unknown> = {
    attributes: () => ({}),
    events: () => [],
    links: () => [],
    status: () => ({ code: span.status.code }),
    name: () => 'tools/call',
  };
  for (const [part, empty] of Object.entries(parts)) {
    try {
      (span as unknown as Record<string, unknown>)[part] = empty();
    } catch {
      // A part that cannot be replaced is what the guard is for.
    }
  }
}

function refill<T>(list: T[], entries: readonly T[]): void {
  list.length = 0;
  for (const entry of entries) list.push(entry);
}

/**
 * Adds one of our events to a span that has not ended, and reads it back: a count limit may have dropped it
 * or some of its attributes, a length limit cut them in silence. What was lost is put on the event's own
 * objects, which no limit reaches. Returns the limits that were met.
 */
export function writeEvent(span: SdkWritableSpan, name: string, attributes: EventAttributes): LimitCode[] {
  const earlier = span.events.filter(isOwnEvent);
  // At the span's end, where it belongs: by now the clock is already past it. A span of ours is still without one.
  const time = span.endTime[0] > 0 ? span.endTime : span.startTime;
  span.addEvent(name, attributes, time);
  const met: LimitCode[] = [];
  let event = span.events.at(-1);
  if (event === undefined || event.name !== name || earlier.includes(event)) {
    met.push('event_count_limit');
    event = { name, attributes: {}, time, droppedAttributesCount: 0 };
    span.events.push(event);
    event.attributes = { ...attributes };
  } else {
    met.push(...restored(event, attributes));
  }
  const kept = new Set(span.events);
  const lost = earlier.filter((one) => !kept.has(one));
  if (lost.length > 0) {
    met.push('event_count_limit');
    refill(span.events, [...lost, ...span.events]);
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
