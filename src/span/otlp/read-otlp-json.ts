import type { Attributes, SpanView } from '../view.ts';
import { OtlpError, type OtlpErrorCode } from './otlp-error.ts';
import { BEYOND, Place } from './place.ts';
import { readField, readSpan, refuseSnakeCase } from './read-span.ts';
import { type Fields, isObject, readString, typeOf } from './scalars.ts';

/** What was refused, where, and why; free of values, so it can be printed. */
export interface Refusal {
  /** Path from the root, for example `resourceSpans[0].scopeSpans[2].spans[5].traceId`. */
  readonly position: string;
  readonly field: string;
  readonly code: OtlpErrorCode;
  readonly message: string;
}

/** The spans of a document in its order, and what of it could not be read. */
export interface OtlpReadResult {
  readonly spans: readonly SpanView[];
  /** The first 100. */
  readonly refused: readonly Refusal[];
  /** How many there were beyond those. */
  readonly refusedBeyond: number;
}

interface Reading {
  readonly place: Place;
  readonly spans: SpanView[];
  readonly refused: Refusal[];
  refusedBeyond: number;
}

/** Other signals may share a file with traces; a document that holds only those has no spans to read. */
const OTHER_SIGNALS = ['resourceLogs', 'resourceMetrics', 'resourceProfiles'];

/**
 * Reads one parsed OTLP/JSON document (`ExportTraceServiceRequest`, `TracesData`), as the Collector and the
 * JS exporter write it. Never throws, whatever `document` is: a span that cannot be read is refused and the
 * rest survives; a resource or scope that cannot be read takes its spans with it. Unknown fields are ignored.
 * Source: OTLP specification, "JSON Protobuf Encoding".
 */
export function readOtlpJson(document: unknown): OtlpReadResult {
  const reading: Reading = { place: new Place(), spans: [], refused: [], refusedBeyond: 0 };
  attempt(reading, () =>
    each(reading, documentFields(document, reading.place).resourceSpans, 'resourceSpans', readResourceSpans),
  );
  const { spans, refused, refusedBeyond } = reading;
  return { spans, refused, refusedBeyond };
}

function documentFields(document: unknown, place: Place): Fields {
  const fields = asObject(document, place);
  refuseSnakeCase(fields, ['resource_spans'], place);
  const isTraces = Object.hasOwn(fields, 'resourceSpans') || Object.keys(fields).length === 0;
  if (!isTraces && !OTHER_SIGNALS.some((signal) => Object.hasOwn(fields, signal))) {
    const mend = 'read a file of the OTLP file exporter (format json), or an OTLP/HTTP JSON body';
    place.refuse('no_resource_spans', `Expected an OTLP/JSON document with \`resourceSpans\`; ${mend}`);
  }
  return fields;
}

function readResourceSpans(value: unknown, reading: Reading): void {
  const { place } = reading;
  const fields = asObject(value, place);
  refuseSnakeCase(fields, ['scope_spans'], place);
  place.enter('resource');
  const resource = readField(asObject(fields.resource ?? {}, place).attributes, 'attributes', place);
  place.leave();
  each(reading, fields.scopeSpans, 'scopeSpans', (scopeSpans) =>
    readScopeSpans(scopeSpans, reading, resource),
  );
}

function readScopeSpans(value: unknown, reading: Reading, resource: Attributes): void {
  const { place, spans } = reading;
  const fields = asObject(value, place);
  place.enter('scope');
  const inner = asObject(fields.scope ?? {}, place);
  const scope = {
    name: readString(inner.name, 'name', place),
    version: readString(inner.version, 'version', place),
  };
  place.leave();
  const surroundings = { scope, resource };
  each(reading, fields.spans, 'spans', (span) => spans.push(readSpan(span, surroundings, place)));
}

/** Reads each element of the list in `field`; a refusal ends that element only. */
function each(
  reading: Reading,
  list: unknown,
  field: string,
  read: (element: unknown, reading: Reading) => void,
): void {
  const place: Place = reading.place;
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) place.refuse('wrong_type', `Expected a list, got ${typeOf(list)}`, field);
  place.enter(field);
  list.forEach((element: unknown, index) => {
    const { depth } = place;
    place.enter(index);
    attempt(reading, () => read(element, reading));
    place.returnTo(depth);
  });
  place.leave();
}

function attempt(reading: Reading, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof OtlpError)) throw error;
    if (error === BEYOND) {
      reading.refusedBeyond += 1;
      return;
    }
    const { position, field, code, message } = error;
    reading.refused.push({ position, field, code, message });
  }
}

function asObject(value: unknown, place: Place): Fields {
  if (isObject(value)) return value;
  return place.refuse('wrong_type', `Expected an object, got ${typeOf(value)}`);
}
