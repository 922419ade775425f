/**
 * OTLP/JSON as the rows that `collector-config/clickhouse.yaml` makes of it: what its transform puts on spans, and how the
 * exporter writes them. A test holds the two equal through the real Collector.
 */

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly boolValue?: boolean;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly AnyValue[] };
  readonly kvlistValue?: { readonly values?: readonly KeyValue[] };
  readonly bytesValue?: string;
}
interface KeyValue {
  readonly key: string;
  readonly value?: AnyValue;
}
type Attributes = readonly KeyValue[] | undefined;

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly kind?: number;
  readonly flags?: number;
  readonly startTimeUnixNano?: string;
  readonly endTimeUnixNano?: string;
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
  readonly droppedEventsCount?: number;
  readonly events?: readonly {
    readonly name: string;
    readonly timeUnixNano?: string;
    readonly attributes?: Attributes;
  }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number; readonly message?: string };
}
interface OtlpLogRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
  readonly timeUnixNano?: string;
  readonly attributes?: Attributes;
}
export interface OtlpDocument {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: Attributes };
    readonly scopeSpans: readonly {
      readonly scope?: { readonly name?: string; readonly version?: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly resource?: { readonly attributes?: Attributes };
    readonly scopeLogs: readonly {
      readonly scope?: { readonly name?: string; readonly version?: string };
      readonly logRecords: readonly OtlpLogRecord[];
    }[];
  }[];
}

const KINDS = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer'];
const STATUS = ['Unset', 'Ok', 'Error'];

export function spanRows({ resourceSpans = [] }: OtlpDocument): object[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => spanRow(span, resource?.attributes, scope))),
  );
}

export function logRows({ resourceLogs = [] }: OtlpDocument): object[] {
  return resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((record) => ({
        Timestamp: time(record.timeUnixNano),
        TraceId: record.traceId,
        SpanId: record.spanId,
        ServiceName: text(valueIn(resource?.attributes, 'service.name')),
        ResourceAttributes: resourceMap(resource?.attributes),
        ScopeName: scope?.name ?? '',
        ScopeVersion: scope?.version ?? '',
        LogAttributes: { ...map(record.attributes), ...carried(record.attributes) },
        EventName: record.eventName,
      })),
    ),
  );
}

function spanRow(
  span: OtlpSpan,
  resource: Attributes,
  scope: { readonly name?: string; readonly version?: string } = {},
): object {
  const start = BigInt(span.startTimeUnixNano ?? 0);
  const events = span.events ?? [];
  const dropped = (span.droppedAttributesCount ?? 0) + (span.droppedEventsCount ?? 0);
  return {
    Timestamp: time(span.startTimeUnixNano),
    TraceId: span.traceId,
    SpanId: span.spanId,
    ParentSpanId: span.parentSpanId ?? '',
    SpanName: span.name ?? '',
    SpanKind: KINDS[span.kind ?? 0] ?? '',
    ServiceName: text(valueIn(resource, 'service.name')),
    ResourceAttributes: resourceMap(resource),
    ScopeName: scope.name ?? '',
    ScopeVersion: scope.version ?? '',
    SpanAttributes: {
      ...map(span.attributes),
      // The Collector carries types for the spans that the view keeps alone: of the others nobody reads them.
      ...carried(span.attributes),
      ...(span.flags ? { 'assay.otlp.flags': String(span.flags) } : {}),
      ...(dropped > 0 ? { 'assay.otlp.dropped': String(dropped) } : {}),
    },
    Duration: String(BigInt.asUintN(64, BigInt(span.endTimeUnixNano ?? 0) - start)),
    StatusCode: STATUS[span.status?.code ?? 0] ?? '',
    StatusMessage: span.status?.message ?? '',
    'Events.Timestamp': events.map((event) => time(event.timeUnixNano)),
    'Events.Name': events.map(({ name }) => name),
    'Events.Attributes': events.map(({ attributes }) => ({ ...map(attributes), ...carried(attributes) })),
    'Links.TraceId': (span.links ?? []).map(({ traceId }) => traceId),
    'Links.SpanId': (span.links ?? []).map(({ spanId }) => spanId),
    'Links.TraceState': (span.links ?? []).map(() => ''),
    'Links.Attributes': (span.links ?? []).map(() => ({})),
  };
}

/** `DateTime64(9)` as text: seconds and nanoseconds. */
function time(nanos = '0'): string {
  const digits = nanos.padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

function valueIn(attributes: Attributes, key: string): AnyValue | undefined {
  return attributes?.find((entry) => entry.key === key)?.value;
}

const NAMES = ['service.name', 'service.instance.id', 'assay.run.id'];

function resourceMap(attributes: Attributes): Record<string, string> {
  const isPlain = NAMES.every((name) => {
    const value = valueIn(attributes, name);
    return value === undefined || value.stringValue !== undefined;
  });
  return isPlain ? map(attributes) : { ...map(attributes), ...carried(attributes) };
}

function map(attributes: Attributes): Record<string, string> {
  return Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, text(value)]));
}

function carried(attributes: Attributes): Record<string, string> {
  const json = jsonOf({ kvlistValue: { values: attributes ?? [] } });
  return {
    'assay.otlp.attributes': json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  };
}

function text(value: AnyValue | undefined): string {
  if (value?.stringValue !== undefined) return value.stringValue;
  const json = jsonOf(value);
  return json === 'null' ? '' : json;
}

/** Keys in order, as Go writes them. */
function jsonOf(value: AnyValue | undefined): string {
  if (value?.stringValue !== undefined) return JSON.stringify(value.stringValue);
  if (value?.intValue !== undefined) return String(value.intValue);
  if (value?.boolValue !== undefined) return String(value.boolValue);
  if (value?.doubleValue !== undefined) return String(value.doubleValue);
  if (value?.bytesValue !== undefined) return JSON.stringify(value.bytesValue);
  if (value?.arrayValue !== undefined) return `[${(value.arrayValue.values ?? []).map(jsonOf).join(',')}]`;
  if (value?.kvlistValue === undefined) return 'null';
  const entries = [...(value.kvlistValue.values ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1));
  return `{${entries.map((entry) => `${JSON.stringify(entry.key)}:${jsonOf(entry.value)}`).join(',')}}`;
}
