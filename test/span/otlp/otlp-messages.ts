/**
 * OTLP's messages for protobufjs, a decoder that shares nothing with ours, and its objects as the OTLP/JSON that says
 * the same. Names and numbers are those of opentelemetry-proto 1.11.
 */
import protobuf from 'protobufjs';

const { root } = protobuf.parse(`
  syntax = "proto3";
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
      ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
  message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
  message Event {
    fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4;
  }
  message Link {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
    uint32 dropped_attributes_count = 5; fixed32 flags = 6;
  }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10; repeated Event events = 11;
    uint32 dropped_events_count = 12; repeated Link links = 13; uint32 dropped_links_count = 14; Status status = 15;
    fixed32 flags = 16; string later = 1000; fixed64 later_still = 1001;
  }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message LogRecord {
    fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; AnyValue body = 5;
    repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8; bytes trace_id = 9;
    bytes span_id = 10; fixed64 observed_time_unix_nano = 11; string event_name = 12;
  }
  message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
  message ExportLogsServiceRequest { repeated ResourceLogs resource_logs = 1; }
`);

export const TRACES = root.lookupType('ExportTraceServiceRequest');
export const LOGS = root.lookupType('ExportLogsServiceRequest');
export const SPAN_TYPE = root.lookupType('Span');

export interface Message {
  readonly [field: string]: unknown;
}

/** The bytes of a message that is given as protobufjs takes it: bytes as arrays, 64 bits as decimal strings. */
export function encoded(type: protobuf.Type, message: Message): Uint8Array {
  return type.encode(type.fromObject(message)).finish();
}

/** What protobufjs reads in these bytes, as the OTLP/JSON that says the same. */
export function asOtlpJson(type: protobuf.Type, bytes: Uint8Array): unknown {
  const options = { longs: String, bytes: Array, defaults: false, json: false } as const;
  return jsonOf(type.toObject(type.decode(bytes), options), '');
}

const IDS = ['traceId', 'spanId', 'parentSpanId'];

function jsonOf(value: unknown, field: string): unknown {
  if (IDS.includes(field)) return Buffer.from(value as number[]).toString('hex');
  if (field === 'bytesValue') return Buffer.from(value as number[]).toString('base64');
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map((element) => jsonOf(element, ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonOf(inner, name)]));
}
