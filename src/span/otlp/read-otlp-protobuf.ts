import { OtlpError } from './otlp-error.ts';
import type { OtlpReadResult, Refusal } from './read-result.ts';
import type { Surroundings } from './read-span.ts';
import { Reading } from './reading.ts';
import type { Wanted } from './wanted.ts';
import { passOver } from './wire-fields.ts';
import { readWireLogRecord } from './wire-log-record.ts';
import { BrokenWire, BYTES, WireReader } from './wire-reader.ts';
import { readWireSpan, takeAttribute } from './wire-span.ts';
import { AttributeList } from './wire-values.ts';

/** Which OTLP message the bytes are; nothing in them says so for certain. */
export type OtlpSignal = 'traces' | 'logs';

/** A signal's lists by the names of their fields, from the message down to its elements. */
interface Lists {
  readonly resources: string;
  readonly scopes: string;
  readonly elements: string;
  readonly read: (reader: WireReader, end: number, surroundings: Surroundings, reading: Reading) => void;
}

const LISTS: Readonly<Record<OtlpSignal, Lists>> = {
  traces: {
    resources: 'resourceSpans',
    scopes: 'scopeSpans',
    elements: 'spans',
    read: (reader, end, surroundings, { spans, place, wanted }) =>
      spans.push(readWireSpan(reader, end, surroundings, place, wanted)),
  },
  logs: {
    resources: 'resourceLogs',
    scopes: 'scopeLogs',
    elements: 'logRecords',
    read: (reader, end, surroundings, reading) =>
      reading.tookLogRecord(readWireLogRecord(reader, end, surroundings, reading.place)),
  },
};

/** Alike in all signals: the message's only field; resource or scope; the list below it. */
const RESOURCES = (1 << 3) | BYTES;
const HEAD = (1 << 3) | BYTES;
const LIST = (2 << 3) | BYTES;

const NO_HEAD = { attributes: {}, name: '', version: '' };

/**
 * Reads one OTLP message (`ExportTraceServiceRequest`, `TracesData`, `ExportLogsServiceRequest`, `LogsData`) and gives
 * what `readOtlpJson` gives of the same spans. Never throws, whatever the bytes are; what is no message is `broken`.
 * Strings that are no UTF-8 are mended with U+FFFD, as in JSON. Of a field that stands twice the last counts, messages
 * are united, unknown fields are ignored: as protobuf says. Of spans it reads what is wanted, by default all. Source: opentelemetry-proto 1.11.
 */
export function readOtlpProtobuf(bytes: Uint8Array, signal: OtlpSignal, wanted?: Wanted): OtlpReadResult {
  const reading = new Reading(wanted);
  const reader = new WireReader(bytes);
  try {
    readMessage(reader, LISTS[signal], reading);
    return reading.result();
  } catch (error) {
    if (!(error instanceof BrokenWire)) throw error;
    return reading.result(faultAt(error, reading));
  }
}

/** Where the reader stands has no end: what reaches beyond the bytes is cut, not wrong. */
const NO_END = Number.MAX_SAFE_INTEGER;

function readMessage(reader: WireReader, lists: Lists, reading: Reading): void {
  const { place } = reading;
  let index = 0;
  let isOther = reader.length > 0;
  while (reader.at < reader.length) {
    const tag = reader.tag();
    isOther &&= tag >>> 3 !== 1;
    if (tag !== RESOURCES) {
      reading.attempt(() => passOver(reader, tag, NO_END, ['', lists.resources], place));
      continue;
    }
    const end = reader.fieldEnd(NO_END);
    place.enter(lists.resources);
    each(reader, end, index, reading, () => readOfResource(reader, end, lists, reading));
    place.leave();
    index += 1;
  }
  reader.expectEnd(reader.length);
  if (isOther) reading.attempt(() => place.refuse('no_resource_spans', NO_LISTS));
}

const NO_LISTS = 'Expected an OTLP protobuf message of traces or logs, got fields of another';

function readOfResource(reader: WireReader, end: number, lists: Lists, reading: Reading): void {
  const { attributes: resource } = readHead(reader, end, 'resource', RESOURCE, reading);
  const { place } = reading;
  let index = 0;
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === LIST) {
      const scopeEnd = reader.fieldEnd(end);
      place.enter(lists.scopes);
      each(reader, scopeEnd, index, reading, () => readOfScope(reader, scopeEnd, resource, lists, reading));
      place.leave();
      index += 1;
    } else if (tag === HEAD) reader.skip(tag, end);
    else passOver(reader, tag, end, ['', 'resource', lists.scopes], place);
  }
  reader.expectEnd(end);
}

function readOfScope(
  reader: WireReader,
  end: number,
  resource: Surroundings['resource'],
  lists: Lists,
  reading: Reading,
): void {
  const { name, version } = readHead(reader, end, 'scope', SCOPE, reading);
  const surroundings = { scope: { name, version }, resource };
  const { place } = reading;
  let index = 0;
  const readElement = (elementEnd: number) => lists.read(reader, elementEnd, surroundings, reading);
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === LIST) {
      const elementEnd = reader.fieldEnd(end);
      place.enter(lists.elements);
      each(reader, elementEnd, index, reading, readElement);
      place.leave();
      index += 1;
    } else if (tag === HEAD) reader.skip(tag, end);
    else passOver(reader, tag, end, ['', 'scope', lists.elements], place);
  }
  reader.expectEnd(end);
}

/** Reads one element of a list; a refusal ends that element only. */
function each(
  reader: WireReader,
  end: number,
  index: number,
  reading: Reading,
  read: (end: number) => void,
): void {
  reading.place.enter(index);
  reading.attemptElement(() => read(end));
  reading.place.leave();
  // It was left where something in it was refused.
  reader.at = end;
}

/** Fields of `Resource` and `InstrumentationScope` that are read. */
const RESOURCE = ['', 'attributes'];
const SCOPE = ['', 'name', 'version'];

/**
 * The resource or scope of the message that ends at `end`, wherever it stands in it: it is needed before the rest is
 * read, to which the reader goes back. Of a message that is cut it is known where it came before the cut.
 */
function readHead(
  reader: WireReader,
  end: number,
  field: 'resource' | 'scope',
  names: readonly string[],
  { place }: Reading,
): typeof NO_HEAD {
  const begin = reader.at;
  const { depth } = place;
  const attributes = new AttributeList();
  const head = { ...NO_HEAD };
  let isThere = false;
  try {
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag !== HEAD) {
        reader.skip(tag, end);
        continue;
      }
      const headEnd = reader.fieldEnd(end);
      place.enter(field);
      while (reader.at < headEnd) {
        const inner = reader.tag();
        if (inner === ((1 << 3) | BYTES) && field === 'resource')
          takeAttribute(reader, reader.fieldEnd(headEnd), attributes, place);
        else if (inner === ((1 << 3) | BYTES)) head.name = reader.text(reader.fieldEnd(headEnd));
        else if (inner === ((2 << 3) | BYTES) && field === 'scope')
          head.version = reader.text(reader.fieldEnd(headEnd));
        else passOver(reader, inner, headEnd, names, place);
      }
      reader.expectEnd(headEnd);
      place.leave();
      isThere = true;
    }
  } catch (error) {
    if (!(error instanceof BrokenWire) || error.code !== 'truncated' || !isThere) throw error;
  }
  reader.at = begin;
  place.returnTo(depth);
  return { ...head, attributes: attributes.attributes };
}

const MESSAGES = {
  truncated: 'Expected a whole OTLP protobuf message, but it ends too early; export it again',
  invalid_protobuf:
    'Expected an OTLP protobuf message, got bytes that are none; check the encoding, and the signal that they are read as',
} as const;

function faultAt({ code }: BrokenWire, { place }: Reading): Refusal {
  const { position, field, message } = new OtlpError(code, place.position(), '', MESSAGES[code]);
  return { position, field, code, message };
}
