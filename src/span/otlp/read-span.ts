import type { Attributes, EventView, LinkView, SpanView } from '../view.ts';
import { type Duplicates, readAttributes } from './any-value.ts';
import { expectOwnId } from './own-id.ts';
import type { Place } from './place.ts';
import {
  type Fields,
  isObject,
  readEnum,
  readId,
  readString,
  readTime,
  readUint32,
  typeOf,
} from './scalars.ts';
import { KINDS, parentIsRemoteOf, STATUS, traceFlagsOf } from './span-codes.ts';

const SNAKE_CASE = ['trace_id', 'span_id', 'parent_span_id', 'start_time_unix_nano', 'end_time_unix_nano'];
const NONE: readonly never[] = [];
const NO_STATUS: SpanView['status'] = { code: 'unset', message: undefined };

/** What the spans, or the log records, of one scope share. */
export interface Surroundings {
  readonly scope: SpanView['scope'];
  readonly resource: Attributes;
}

/** One OTLP span. @throws {OtlpError} where it is not one. */
export function readSpan(span: unknown, { scope, resource }: Surroundings, place: Place): SpanView {
  if (!isObject(span)) return place.refuse('wrong_type', `Expected a span, got ${typeOf(span)}`);
  refuseSnakeCase(span, SNAKE_CASE, place);
  const duplicates: Duplicates = {};
  const parentSpanId = readId(span.parentSpanId, 'parentSpanId', 16, place);
  const flags = readUint32(span.flags, 'flags', place);
  return {
    traceId: readOwnId(span.traceId, 'traceId', 32, place),
    spanId: readOwnId(span.spanId, 'spanId', 16, place),
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    parentIsRemote: parentIsRemoteOf(flags),
    traceFlags: traceFlagsOf(flags),
    name: readString(span.name, 'name', place),
    kind: readEnum(span.kind, 'kind', KINDS, place),
    startTimeUnixNano: readTime(span.startTimeUnixNano, 'startTimeUnixNano', place),
    endTimeUnixNano: readTime(span.endTimeUnixNano, 'endTimeUnixNano', place),
    attributes: readField(span.attributes, 'attributes', place, duplicates),
    duplicateKeys: duplicates.keys === undefined ? NONE : [...duplicates.keys],
    droppedAttributesCount: readUint32(span.droppedAttributesCount, 'droppedAttributesCount', place),
    droppedEventsCount: readUint32(span.droppedEventsCount, 'droppedEventsCount', place),
    events: readList(span.events, 'events', place, readEvent),
    links: readList(span.links, 'links', place, readLink),
    status: readStatus(span, place),
    scope,
    resource,
  };
}

/** The attribute list in `field`. */
export function readField(
  list: unknown,
  field: string,
  place: Place,
  duplicates: Duplicates = {},
): Attributes {
  place.enter(field);
  const attributes = readAttributes(list, place, duplicates);
  place.leave();
  return attributes;
}

/** Refuses fields in the spelling of the .proto files: read as unknown they would vanish in silence. */
export function refuseSnakeCase(fields: Fields, names: readonly string[], place: Place): void {
  for (const name of names) {
    if (!Object.hasOwn(fields, name)) continue;
    const mend = 'OTLP/JSON writes field names in lowerCamelCase: export with an OTLP/JSON encoder';
    place.refuse('snake_case', `Expected lowerCamelCase fields, got \`${name}\`; ${mend}`, name);
  }
}

/** An id that has to be there. */
export function readOwnId(value: unknown, field: string, digits: 32 | 16, place: Place): string {
  return expectOwnId(readId(value, field, digits, place), field, digits, place);
}

function readEvent(event: Fields, place: Place): EventView {
  return {
    name: readString(event.name, 'name', place),
    attributes: readField(event.attributes, 'attributes', place),
    timeUnixNano: readTime(event.timeUnixNano, 'timeUnixNano', place),
  };
}

function readLink(link: Fields, place: Place): LinkView {
  return {
    traceId: readId(link.traceId, 'traceId', 32, place),
    spanId: readId(link.spanId, 'spanId', 16, place),
    attributes: readField(link.attributes, 'attributes', place),
  };
}

function readStatus(span: Fields, place: Place): SpanView['status'] {
  const status = span.status ?? undefined;
  if (status === undefined) return NO_STATUS;
  place.enter('status');
  if (!isObject(status)) return place.refuse('wrong_type', `Expected a status, got ${typeOf(status)}`);
  const message = readString(status.message, 'message', place);
  const code = readEnum(status.code, 'code', STATUS, place);
  place.leave();
  return { code, message: message === '' ? undefined : message };
}

function readList<T>(
  list: unknown,
  field: string,
  place: Place,
  read: (element: Fields, place: Place) => T,
): readonly T[] {
  if (list === undefined || list === null) return NONE;
  if (!Array.isArray(list)) return place.refuse('wrong_type', `Expected a list, got ${typeOf(list)}`, field);
  if (list.length === 0) return NONE;
  place.enter(field);
  const elements = list.map((element: unknown, index) => {
    place.enter(index);
    if (!isObject(element)) return place.refuse('wrong_type', `Expected an object, got ${typeOf(element)}`);
    const value = read(element, place);
    place.leave();
    return value;
  });
  place.leave();
  return elements;
}
