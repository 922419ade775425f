import type { Attributes, EventView, LinkView, SpanKind, SpanView } from '../view.ts';
import { type Duplicates, readAttributes } from './any-value.ts';
import type { Place } from './place.ts';
import {
  type EnumNames,
  type Fields,
  isObject,
  readEnum,
  readId,
  readString,
  readTime,
  readUint32,
  typeOf,
} from './scalars.ts';

const KINDS: EnumNames<SpanKind> = {
  prefix: 'SPAN_KIND_',
  names: ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'],
  newer: 'unspecified',
};
const STATUS = { prefix: 'STATUS_CODE_', names: ['unset', 'ok', 'error'], newer: 'unknown' } as const;

/** Span flags of OTLP: W3C trace flags in the low byte, then whether the parent is known to be remote. */
const TRACE_FLAGS = 0xff;
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

const SNAKE_CASE = ['trace_id', 'span_id', 'parent_span_id', 'start_time_unix_nano', 'end_time_unix_nano'];
const ZEROS = '0'.repeat(32);
const NONE: readonly never[] = [];
const NO_STATUS: SpanView['status'] = { code: 'unset', message: undefined };

/** What the spans of one scope share. */
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
    parentIsRemote: (flags & HAS_IS_REMOTE) === 0 ? undefined : (flags & IS_REMOTE) !== 0,
    traceFlags: flags & TRACE_FLAGS,
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

function readOwnId(value: unknown, field: string, digits: 32 | 16, place: Place): string {
  const id = readId(value, field, digits, place);
  if (id === '')
    return place.refuse('missing_id', `Expected \`${field}\` to be ${digits} hex digits, got nothing`, field);
  if (id === ZEROS || id === ZEROS.slice(16))
    return place.refuse('invalid_id', `Expected \`${field}\` to be an id, got all zeros`, field);
  return id;
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
