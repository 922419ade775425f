import { readLogRecord } from './read-log-record.ts';
import type { OtlpReadResult } from './read-result.ts';
import { readField, readSpan, refuseSnakeCase, type Surroundings } from './read-span.ts';
import { Reading } from './reading.ts';
import { type Fields, isObject, readString, typeOf } from './scalars.ts';

/** A signal's lists, from the document down to its elements. */
interface Lists {
  readonly resources: string;
  readonly scopes: string;
  readonly elements: string;
  /** The same in the spelling of the .proto files. */
  readonly snakeCase: readonly [resources: string, scopes: string, elements: string];
  readonly read: (element: unknown, surroundings: Surroundings, reading: Reading) => void;
}

const SPANS: Lists = {
  resources: 'resourceSpans',
  scopes: 'scopeSpans',
  elements: 'spans',
  snakeCase: ['resource_spans', 'scope_spans', 'spans'],
  read: (span, surroundings, { place, spans }) => spans.push(readSpan(span, surroundings, place)),
};

const LOG_RECORDS: Lists = {
  resources: 'resourceLogs',
  scopes: 'scopeLogs',
  elements: 'logRecords',
  snakeCase: ['resource_logs', 'scope_logs', 'log_records'],
  read: (record, surroundings, reading) =>
    reading.tookLogRecord(readLogRecord(record, surroundings, reading.place)),
};

/** Other signals may share a file with ours; a document that holds only those has nothing to read. */
const OTHER_SIGNALS = ['resourceMetrics', 'resourceProfiles'];

/**
 * Reads one parsed OTLP/JSON document (`ExportTraceServiceRequest`, `TracesData`, `ExportLogsServiceRequest`,
 * `LogsData`), as the Collector and the JS exporter write it. Never throws, whatever `document` is: a span or an event
 * that cannot be read is refused and the rest survives; a resource or scope that cannot be read takes its own with it.
 * Unknown fields are ignored. Source: OTLP specification, "JSON Protobuf Encoding".
 */
export function readOtlpJson(document: unknown): OtlpReadResult {
  const reading = new Reading();
  reading.attempt(() => {
    const fields = documentFields(document, reading);
    readSignal(fields, SPANS, reading);
    readSignal(fields, LOG_RECORDS, reading);
  });
  return reading.result();
}

function documentFields(document: unknown, reading: Reading): Fields {
  const { place } = reading;
  const fields = asObject(document, reading);
  refuseSnakeCase(fields, [SPANS.snakeCase[0], LOG_RECORDS.snakeCase[0]], place);
  const known = [SPANS.resources, LOG_RECORDS.resources, ...OTHER_SIGNALS];
  const isOtlp = known.some((name) => Object.hasOwn(fields, name)) || Object.keys(fields).length === 0;
  if (!isOtlp) {
    const mend = 'read a file of the OTLP file exporter, or an OTLP/HTTP body';
    place.refuse(
      'no_resource_spans',
      `Expected an OTLP/JSON document with \`resourceSpans\` or \`resourceLogs\`; ${mend}`,
    );
  }
  return fields;
}

function readSignal(document: Fields, lists: Lists, reading: Reading): void {
  // One that is no list does not hide the other signal.
  reading.attempt(() =>
    each(reading, document[lists.resources], lists.resources, (resource) =>
      readOfResource(resource, lists, reading),
    ),
  );
}

function readOfResource(value: unknown, lists: Lists, reading: Reading): void {
  const { place } = reading;
  const fields = asObject(value, reading);
  refuseSnakeCase(fields, [lists.snakeCase[1]], place);
  place.enter('resource');
  const resource = readField(asObject(fields.resource ?? {}, reading).attributes, 'attributes', place);
  place.leave();
  each(reading, fields[lists.scopes], lists.scopes, (ofScope) => {
    const inner = asObject(ofScope, reading);
    if (lists.snakeCase[2] !== lists.elements) refuseSnakeCase(inner, [lists.snakeCase[2]], place);
    const surroundings = { scope: readScope(inner, reading), resource };
    each(reading, inner[lists.elements], lists.elements, (element) =>
      lists.read(element, surroundings, reading),
    );
  });
}

function readScope(fields: Fields, reading: Reading): Surroundings['scope'] {
  const { place } = reading;
  place.enter('scope');
  const inner = asObject(fields.scope ?? {}, reading);
  const scope = {
    name: readString(inner.name, 'name', place),
    version: readString(inner.version, 'version', place),
  };
  place.leave();
  return scope;
}

/** Reads each element of the list in `field`; a refusal ends that element only. */
function each(reading: Reading, list: unknown, field: string, read: (element: unknown) => void): void {
  const { place } = reading;
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) place.refuse('wrong_type', `Expected a list, got ${typeOf(list)}`, field);
  place.enter(field);
  (list as readonly unknown[]).forEach((element, index) => {
    place.enter(index);
    reading.attemptElement(() => read(element));
    place.leave();
  });
  place.leave();
}

function asObject(value: unknown, { place }: Reading): Fields {
  if (isObject(value)) return value;
  return place.refuse('wrong_type', `Expected an object, got ${typeOf(value)}`);
}
