import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OtlpBodyError, readOtlp } from '../../../src/span/otlp/read-otlp.ts';
import { otlpDocument, otlpSpan } from './documents.ts';
import { request, wireSpan } from './wire.ts';

type Spans = Parameters<typeof JsonTraceSerializer.serializeRequest>[0];
type Records = Parameters<typeof JsonLogsSerializer.serializeRequest>[0];

const hex = (digits: number) =>
  fc.bigInt({ min: 1n, max: 16n ** BigInt(digits) - 1n }).map((id) => id.toString(16).padStart(digits, '0'));
const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const time = fc.tuple(fc.integer({ min: 0, max: 1.8e9 }), fc.integer({ min: 0, max: 999_999_999 }));
// JSON of this serialiser has no infinities, and integers from 2^63 on, which protobuf has not.
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, max: 1e15, min: -1e15 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: fc.oneof(text, number, fc.boolean()), weight: 6 },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    fc.uint8Array({ maxLength: 6 }),
  ),
}));
const attributes = fc.dictionary(fc.oneof(text, fc.constantFrom('gen_ai.tool.name', 'event.name')), value, {
  maxKeys: 5,
});
const context = fc.record({
  traceId: hex(32),
  spanId: hex(16),
  traceFlags: fc.nat(255),
  isRemote: fc.boolean(),
});

const resources = fc.array(fc.record({ attributes }), { minLength: 1, maxLength: 2 });
const scopes = fc.array(fc.record({ name: text, version: text }), { minLength: 1, maxLength: 2 });

const span = fc.record({
  context,
  parentSpanContext: fc.option(context, { nil: undefined }),
  name: text,
  kind: fc.nat(4),
  startTime: time,
  endTime: time,
  status: fc.record({ code: fc.nat(2), message: fc.option(text, { nil: undefined }) }),
  attributes,
  links: fc.array(fc.record({ context, attributes }), { maxLength: 2 }),
  events: fc.array(fc.record({ name: text, time, attributes }), { maxLength: 2 }),
  droppedAttributesCount: fc.nat(),
  droppedEventsCount: fc.nat(),
  droppedLinksCount: fc.nat(),
  resource: fc.nat(1),
  scope: fc.nat(1),
});

const record = fc.record({
  spanContext: context,
  hrTime: time,
  hrTimeObserved: time,
  eventName: fc.constantFrom('assay.tool_decision', 'assay.run_end', 'other', undefined),
  body: value,
  attributes,
  droppedAttributesCount: fc.nat(),
  resource: fc.nat(1),
  scope: fc.nat(1),
});

/** Elements share their resources and scopes as those of one process do. */
function sharing(
  elements: readonly { readonly resource: number; readonly scope: number }[],
  of: readonly unknown[],
  scopesOf: readonly unknown[],
) {
  return elements.map((element) => ({
    ...element,
    resource: of[element.resource % of.length],
    instrumentationScope: scopesOf[element.scope % scopesOf.length],
  }));
}

function body(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Error('Expected a body');
  return bytes;
}

describe('what the SDK serialises', () => {
  it('of spans reads alike in both encodings', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), resources, scopes, (spans, of, scopesOf) => {
        const ended = sharing(spans, of, scopesOf).map((one, index) => ({
          ...one,
          spanContext: () => spans[index]?.context,
        })) as unknown as Spans;
        const json = readOtlp(body(JsonTraceSerializer.serializeRequest(ended)), {
          signal: 'traces',
          encoding: 'json',
        });
        const protobuf = readOtlp(body(ProtobufTraceSerializer.serializeRequest(ended)), {
          signal: 'traces',
          encoding: 'protobuf',
        });
        expect(protobuf).toEqual(json);
        expect(protobuf.refused).toEqual([]);
        expect(protobuf.spans).toHaveLength(spans.length);
        read += protobuf.spans.length;
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(300);
  });

  it('of log records reads alike in both encodings', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), resources, scopes, (records, of, scopesOf) => {
        const emitted = sharing(records, of, scopesOf) as unknown as Records;
        const json = readOtlp(body(JsonLogsSerializer.serializeRequest(emitted)), {
          signal: 'logs',
          encoding: 'json',
        });
        const protobuf = readOtlp(body(ProtobufLogsSerializer.serializeRequest(emitted)), {
          signal: 'logs',
          encoding: 'protobuf',
        });
        expect(protobuf).toEqual(json);
        expect(protobuf.refused).toEqual([]);
        expect(protobuf.logEvents.length + protobuf.skippedLogRecords).toBe(records.length);
        read += protobuf.logEvents.length;
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(150);
  });
});

describe('a body that is none', () => {
  const json = (text: string) => ({ body: Buffer.from(text), encoding: 'json' }) as const;
  const protobuf = (bytes: Uint8Array) => ({ body: bytes, encoding: 'protobuf' }) as const;

  it.each([
    ['text that is no JSON', json('{"resourceSpans":[{"canary'), 'invalid_json', ''],
    ['no JSON at all', json(''), 'invalid_json', ''],
    ['bytes that are no message', protobuf(Buffer.from('\x07canary')), 'invalid_protobuf', ''],
    [
      'a cut message',
      protobuf(request(wireSpan()).subarray(0, -1)),
      'truncated',
      'resourceSpans[0].scopeSpans[0].spans[0]',
    ],
  ])('says so: %s', (_title, { body: bytes, encoding }, code, position) => {
    const read = () => readOtlp(bytes, { signal: 'traces', encoding });
    expect(read).toThrow(OtlpBodyError);
    expect(read).toThrow(expect.objectContaining({ code, position }));
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('canary') }));
  });

  it('gives what came before', () => {
    const bytes = Buffer.concat([request(wireSpan()), Buffer.of(0x0a, 0x7f)]);
    expect(() => readOtlp(bytes, { signal: 'traces', encoding: 'protobuf' })).toThrow(
      expect.objectContaining({ before: expect.objectContaining({ spans: [expect.anything()] }) }),
    );
  });

  it.each([
    ['resourceSpans', '{"resourceSpans":[],"resourceSpans" : []}'],
    ['scopeSpans', '{"resourceSpans":[{"scopeSpans":[{}],"scopeSpans":[]}]}'],
    ['spans', '{"resourceSpans":[{"scopeSpans":[{"spans":[{}],"spans":[]}]}]}'],
    ['logRecords', '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{}],"logRecords":[]}]}]}'],
  ])('has `%s` twice in one object: the first would be lost in silence', (name, text) => {
    const read = () => readOtlp(Buffer.from(text), { signal: 'traces', encoding: 'json' });
    expect(read).toThrow(OtlpBodyError);
    expect(read).toThrow(`\`${name}\``);
  });

  it('is not one that says such a name in a text', () => {
    const name = '{"spans":[],"resourceSpans":1}';
    const text = JSON.stringify(otlpDocument([otlpSpan({ name })]));
    expect(readOtlp(Buffer.from(text), { signal: 'traces', encoding: 'json' }).spans).toMatchObject([
      { name },
    ]);
  });

  it('is not one that is refused in part, empty, or marked', () => {
    const text = `\ufeff${JSON.stringify(otlpDocument([{}, otlpSpan()]))}`;
    const { spans, refused } = readOtlp(Buffer.from(text), { signal: 'traces', encoding: 'json' });
    expect([spans.length, refused.length]).toEqual([1, 1]);
    expect(readOtlp(Buffer.of(), { signal: 'logs', encoding: 'protobuf' }).refused).toEqual([]);
    expect(readOtlp(Buffer.from('{}'), { signal: 'logs', encoding: 'json' }).refused).toEqual([]);
  });
});
