import { unixNano } from '../../src/span/from-sdk.ts';
import type { SdkEvent } from '../../src/span/sdk-span.ts';
import type { Exported } from '../../test/hunt/simulate.ts';
import type { OtlpDocument } from './exporter-rows.ts';

/** One span, or one event of it as a log record, as an OTLP exporter sends it: a document of its own. */
export function otlpOf({ span, isLog }: Exported): OtlpDocument {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const resource = { attributes: keyValues(span.resource.attributes) };
  const scope = { name: span.instrumentationScope.name };
  const [event] = span.events;
  if (isLog && event !== undefined) {
    const record = { traceId, spanId, eventName: event.name, ...eventOf(event) };
    return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] };
  }
  const parent = span.parentSpanContext;
  const isRemote = parent?.isRemote === true;
  const sent = {
    traceId,
    spanId,
    ...(parent !== undefined && { parentSpanId: parent.spanId }),
    name: span.name,
    // The SDK has no kind of its own for "unspecified".
    kind: span.kind + 1,
    flags: (parent?.traceFlags ?? traceFlags) | (parent === undefined ? 0 : 0x100) | (isRemote ? 0x200 : 0),
    startTimeUnixNano: unixNano(span.startTime),
    endTimeUnixNano: unixNano(span.endTime),
    attributes: keyValues(span.attributes),
    events: span.events.map((one) => ({ name: one.name, ...eventOf(one) })),
    status: {
      code: span.status.code,
      ...(span.status.message !== undefined && { message: span.status.message }),
    },
  };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [sent] }] }] };
}

function eventOf({ time, attributes }: SdkEvent) {
  return { timeUnixNano: unixNano(time), attributes: keyValues(attributes ?? {}) };
}

function keyValues(attributes: Readonly<Record<string, unknown>>) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value as Record<string, unknown>) } };
}
