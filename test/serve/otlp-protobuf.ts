import { encoded, type Message, TRACES } from '../span/otlp/otlp-messages.ts';

const IDS = ['traceId', 'spanId', 'parentSpanId'];

/** An OTLP/JSON document of traces as protobuf. */
export function protobufOf(document: unknown): Uint8Array {
  const message = JSON.parse(JSON.stringify(document), (field, value) =>
    IDS.includes(field) ? [...Buffer.from(value, 'hex')] : value,
  ) as Message;
  return encoded(TRACES, message);
}
