import { createHash } from 'node:crypto';
import type { SdkReadableSpan } from '../../src/span/sdk-span.ts';
import type { FakeSpan } from '../hunt/fake-span.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Spans as one OTLP/JSON document; their traces and runs get ids of their own by `salt`, 8 hex digits. */
export function otlpOf(spans: readonly FakeSpan[], salt: string): object {
  return { resourceSpans: spans.map((span) => resourceSpan(span, salt)) };
}

function resourceSpan(span: FakeSpan, salt: string): object {
  const { traceId, spanId } = span.spanContext();
  const parent = span.parentSpanContext;
  const remote = parent === undefined ? 0 : 0x100 | (parent.isRemote === true ? 0x200 : 0);
  return {
    resource: { attributes: keyValues(salted(span.resource.attributes, salt)) },
    scopeSpans: [
      {
        scope: { name: span.instrumentationScope.name },
        spans: [
          {
            traceId: saltedTrace(traceId, salt),
            spanId,
            ...(parent !== undefined && { parentSpanId: parent.spanId }),
            flags: 1 | remote,
            name: span.name,
            kind: span.kind + 1,
            startTimeUnixNano: nanos(span.startTime),
            endTimeUnixNano: nanos(span.endTime),
            attributes: keyValues(salted(span.attributes, salt)),
            events: span.events.map(({ name, time, attributes = {} }) => ({
              name,
              timeUnixNano: nanos(time),
              attributes: keyValues(saltedSeal(attributes, salt)),
            })),
            status: {},
          },
        ],
      },
    ],
  };
}

function saltedTrace(traceId: string, salt: string): string {
  return `${salt}${traceId.slice(8)}`;
}

function salted(attributes: Attributes, salt: string): Attributes {
  const run = attributes['assay.run.id'];
  return run === undefined ? attributes : { ...attributes, 'assay.run.id': `${run}-${salt}` };
}

/** A run's seal names its traces and the run; one that was cut stays as it is. */
function saltedSeal(attributes: Attributes, salt: string): Attributes {
  const text = attributes['assay.run_seal'];
  if (typeof text !== 'string' || digest(text) !== attributes['assay.run_seal.digest']) return attributes;
  const { parts, run_id } = JSON.parse(text) as { parts: { trace: string }[]; run_id: string };
  const seal = {
    parts: parts.map((part) => ({ ...part, trace: saltedTrace(part.trace, salt) })),
    run_id: `${run_id}-${salt}`,
  };
  const own = JSON.stringify(seal);
  return { ...attributes, 'assay.run_seal': own, 'assay.run_seal.digest': digest(own) };
}

function digest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === 'number') return { intValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return { stringValue: String(value) };
}

function nanos([seconds, rest]: SdkReadableSpan['startTime']): string {
  return `${seconds}${String(rest).padStart(9, '0')}`;
}
