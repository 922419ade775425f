import type { LogEventView } from '../view.ts';
import { EVENT_NAME_ATTRIBUTE, isOwnEvent } from './log-event-names.ts';
import type { Place } from './place.ts';
import type { Surroundings } from './read-span.ts';
import { expectIds, passOver, readId, readWireTime } from './wire-fields.ts';
import { BYTES, FIXED64, type WireReader } from './wire-reader.ts';
import { takeAttribute } from './wire-span.ts';
import { AttributeList } from './wire-values.ts';

/** Fields that are read. */
const LOG_RECORD = ['', 'timeUnixNano', '', '', '', '', 'attributes', '', '', 'traceId', 'spanId'];
const OBSERVED = 11;

const ATTRIBUTES = (6 << 3) | BYTES;
const EVENT_NAME = (12 << 3) | BYTES;
/** Of `KeyValue`, and of the `AnyValue` in it. */
const KEY = (1 << 3) | BYTES;
const VALUE = (2 << 3) | BYTES;
const STRING = (1 << 3) | BYTES;

/**
 * The OTLP log record that ends at `end`, where it is an event of ours; `undefined` for another, of which nothing but
 * its name is looked at. Where it says no time, it is when it was observed.
 *
 * @throws {OtlpError} where it is one of ours that cannot be read or names no span.
 */
export function readWireLogRecord(
  reader: WireReader,
  end: number,
  { scope, resource }: Surroundings,
  place: Place,
): LogEventView | undefined {
  const begin = reader.at;
  const name = eventName(reader, end);
  if (!isOwnEvent(name)) return undefined;
  reader.at = begin;
  let traceId = '';
  let spanId = '';
  let time = '0';
  let observed = '0';
  const attributes = new AttributeList();
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === ((1 << 3) | FIXED64)) time = readWireTime(reader);
    else if (tag === ((OBSERVED << 3) | FIXED64)) observed = readWireTime(reader);
    else if (tag === ((9 << 3) | BYTES)) traceId = readId(reader, reader.fieldEnd(end), 'traceId', 32, place);
    else if (tag === ((10 << 3) | BYTES)) spanId = readId(reader, reader.fieldEnd(end), 'spanId', 16, place);
    else if (tag === ATTRIBUTES) takeAttribute(reader, reader.fieldEnd(end), attributes, place);
    else passOver(reader, tag, end, LOG_RECORD, place);
  }
  reader.expectEnd(end);
  expectIds(traceId, spanId, place);
  const timeUnixNano = time === '0' ? observed : time;
  return {
    traceId,
    spanId,
    event: { name, attributes: attributes.attributes, timeUnixNano },
    scope,
    resource,
  };
}

/** What the record says that it is, in its field or in its attribute. */
function eventName(reader: WireReader, end: number): string {
  let ofField = '';
  let ofAttribute: string | undefined;
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === EVENT_NAME) ofField = reader.text(reader.fieldEnd(end));
    else if (tag === ATTRIBUTES && ofAttribute === undefined)
      ofAttribute = namedIn(reader, reader.fieldEnd(end));
    else reader.skip(tag, end);
  }
  reader.expectEnd(end);
  return ofField === '' ? (ofAttribute ?? '') : ofField;
}

/** The string in this `KeyValue` where it is that of the event's name: `""` for another value of that key. */
function namedIn(reader: WireReader, end: number): string | undefined {
  let key = '';
  let value = '';
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === KEY) key = reader.key(reader.fieldEnd(end));
    else if (tag === VALUE && key === EVENT_NAME_ATTRIBUTE) value = stringIn(reader, reader.fieldEnd(end));
    else reader.skip(tag, end);
  }
  reader.expectEnd(end);
  return key === EVENT_NAME_ATTRIBUTE ? value : undefined;
}

function stringIn(reader: WireReader, end: number): string {
  let text = '';
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === STRING) text = reader.text(reader.fieldEnd(end));
    else reader.skip(tag, end);
  }
  reader.expectEnd(end);
  return text;
}
