import type { Attributes, EventView, LinkView, SpanView } from '../view.ts';
import type { Place } from './place.ts';
import type { Surroundings } from './read-span.ts';
import { KINDS, nameOf, parentIsRemoteOf, STATUS, traceFlagsOf } from './span-codes.ts';
import type { Wanted } from './wanted.ts';
import { expectIds, passOver, readId, readWireTime } from './wire-fields.ts';
import { BYTES, FIXED32, FIXED64, VARINT, type WireReader } from './wire-reader.ts';
import { AttributeList } from './wire-values.ts';

/** Fields that are read; `trace_state` (3) and `dropped_links_count` (14) are not. */
const SPAN = [
  '',
  'traceId',
  'spanId',
  '',
  'parentSpanId',
  'name',
  'kind',
  'startTimeUnixNano',
  'endTimeUnixNano',
  'attributes',
  'droppedAttributesCount',
  'events',
  'droppedEventsCount',
  'links',
  '',
  'status',
  'flags',
];
const EVENT = ['', 'timeUnixNano', 'name', 'attributes'];
const LINK = ['', 'traceId', 'spanId', '', 'attributes'];
const STATUS_FIELDS = ['', '', 'message', 'code'];

const NONE: readonly never[] = [];
const NO_ATTRIBUTES: Attributes = {};

/**
 * The OTLP span that ends at `end`; of one that is not wanted whole what is wanted of it, whatever order its fields have.
 *
 * @throws {OtlpError} where it is not one.
 */
export function readWireSpan(
  reader: WireReader,
  end: number,
  surroundings: Surroundings,
  place: Place,
  wanted?: Wanted,
): SpanView {
  const from = reader.at;
  if (wanted !== undefined && !wanted.scope(surroundings.scope.name)) {
    const span = readSpan(reader, end, surroundings, place, wanted, wanted.key);
    if (span !== undefined && !wanted.name(span.name) && !wanted.kept(span.attributes)) return span;
    reader.at = from;
  }
  return readSpan(reader, end, surroundings, place, wanted);
}

function readSpan(
  reader: WireReader,
  end: number,
  surroundings: Surroundings,
  place: Place,
  wanted: Wanted | undefined,
): SpanView;
/** Without attributes that are passed; `undefined`, and the reader is anywhere in it, where one says that all is read. */
function readSpan(
  reader: WireReader,
  end: number,
  surroundings: Surroundings,
  place: Place,
  wanted: Wanted | undefined,
  weigh: Wanted['key'],
): SpanView | undefined;
function readSpan(
  reader: WireReader,
  end: number,
  { scope, resource }: Surroundings,
  place: Place,
  wanted: Wanted | undefined,
  weigh?: Wanted['key'],
): SpanView | undefined {
  let traceId = '';
  let spanId = '';
  let parentSpanId = '';
  let flags = 0;
  let name = '';
  let kind = 0;
  let startTimeUnixNano = '0';
  let endTimeUnixNano = '0';
  let attributes: AttributeList | undefined;
  let droppedAttributesCount = 0;
  let droppedEventsCount = 0;
  let events: EventView[] | undefined;
  let links: LinkView[] | undefined;
  const status = { code: 0, message: '' };
  while (reader.at < end) {
    const tag = reader.tag();
    switch (tag) {
      case (1 << 3) | BYTES:
        traceId = readId(reader, reader.fieldEnd(end), 'traceId', 32, place);
        break;
      case (2 << 3) | BYTES:
        spanId = readId(reader, reader.fieldEnd(end), 'spanId', 16, place);
        break;
      case (4 << 3) | BYTES:
        parentSpanId = readId(reader, reader.fieldEnd(end), 'parentSpanId', 16, place);
        break;
      case (5 << 3) | BYTES:
        name = reader.text(reader.fieldEnd(end));
        break;
      case (6 << 3) | VARINT:
        kind = reader.varint() | 0;
        break;
      case (7 << 3) | FIXED64:
        startTimeUnixNano = readWireTime(reader);
        break;
      case (8 << 3) | FIXED64:
        endTimeUnixNano = readWireTime(reader);
        break;
      case (9 << 3) | BYTES:
        attributes ??= new AttributeList({}, 1, undefined, weigh);
        takeAttribute(reader, reader.fieldEnd(end), attributes, place);
        if (attributes.isWhole) return undefined;
        break;
      case (10 << 3) | VARINT:
        droppedAttributesCount = reader.varint();
        break;
      case (11 << 3) | BYTES:
        events ??= [];
        events.push(readEvent(reader, reader.fieldEnd(end), events.length, place, wanted));
        break;
      case (12 << 3) | VARINT:
        droppedEventsCount = reader.varint();
        break;
      case (13 << 3) | BYTES:
        links ??= [];
        links.push(readLink(reader, reader.fieldEnd(end), links.length, place));
        break;
      case (15 << 3) | BYTES:
        readStatus(reader, reader.fieldEnd(end), status, place);
        break;
      case (16 << 3) | FIXED32:
        flags = reader.fixed32();
        break;
      default:
        passOver(reader, tag, end, SPAN, place);
    }
  }
  reader.expectEnd(end);
  expectIds(traceId, spanId, place);
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    parentIsRemote: parentIsRemoteOf(flags),
    traceFlags: traceFlagsOf(flags),
    name,
    kind: nameOf(kind, KINDS),
    startTimeUnixNano,
    endTimeUnixNano,
    attributes: attributes?.attributes ?? NO_ATTRIBUTES,
    duplicateKeys: attributes?.duplicates.keys === undefined ? NONE : [...attributes.duplicates.keys],
    droppedAttributesCount,
    droppedEventsCount,
    events: events ?? NONE,
    links: links ?? NONE,
    status: { code: nameOf(status.code, STATUS), message: status.message || undefined },
    scope,
    resource,
  };
}

/** One entry of a message's `attributes`. @throws {OtlpError} */
export function takeAttribute(
  reader: WireReader,
  end: number,
  attributes: AttributeList,
  place: Place,
): void {
  attributes.take(reader, end, place, 'attributes');
}

function readEvent(
  reader: WireReader,
  end: number,
  index: number,
  place: Place,
  wanted: Wanted | undefined,
): EventView {
  let name = '';
  let timeUnixNano = '0';
  let attributes: AttributeList | undefined;
  place.enter('events');
  place.enter(index);
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ((1 << 3) | FIXED64)) timeUnixNano = readWireTime(reader);
    else if (tag === ((2 << 3) | BYTES)) name = reader.text(reader.fieldEnd(end));
    else if (tag === ((3 << 3) | BYTES)) {
      attributes ??= new AttributeList({}, 1, undefined, wanted?.eventKey);
      takeAttribute(reader, reader.fieldEnd(end), attributes, place);
    } else passOver(reader, tag, end, EVENT, place);
  }
  reader.expectEnd(end);
  place.leave();
  place.leave();
  return { name, attributes: attributes?.attributes ?? NO_ATTRIBUTES, timeUnixNano };
}

function readLink(reader: WireReader, end: number, index: number, place: Place): LinkView {
  let traceId = '';
  let spanId = '';
  let attributes: AttributeList | undefined;
  place.enter('links');
  place.enter(index);
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ((1 << 3) | BYTES)) traceId = readId(reader, reader.fieldEnd(end), 'traceId', 32, place);
    else if (tag === ((2 << 3) | BYTES)) spanId = readId(reader, reader.fieldEnd(end), 'spanId', 16, place);
    else if (tag === ((4 << 3) | BYTES)) {
      attributes ??= new AttributeList();
      takeAttribute(reader, reader.fieldEnd(end), attributes, place);
    } else passOver(reader, tag, end, LINK, place);
  }
  reader.expectEnd(end);
  place.leave();
  place.leave();
  return { traceId, spanId, attributes: attributes?.attributes ?? NO_ATTRIBUTES };
}

function readStatus(
  reader: WireReader,
  end: number,
  status: { code: number; message: string },
  place: Place,
): void {
  place.enter('status');
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ((2 << 3) | BYTES)) status.message = reader.text(reader.fieldEnd(end));
    else if (tag === ((3 << 3) | VARINT)) status.code = reader.varint() | 0;
    else passOver(reader, tag, end, STATUS_FIELDS, place);
  }
  reader.expectEnd(end);
  place.leave();
}
