/** Arbitrary OTLP messages as protobufjs takes them: well formed on the wire, whatever they say. */
import fc from 'fast-check';
import type { Message } from './otlp-messages.ts';

const bytesOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length });

const id = (length: number) =>
  fc.oneof(
    { arbitrary: bytesOf(length), weight: 30 },
    { arbitrary: fc.constant(new Array<number>(length).fill(0)), weight: 1 },
    { arbitrary: fc.constantFrom([], [1, 2, 3]), weight: 1 },
  );

const text = fc.oneof(
  fc.constantFrom('tools/call', 'gen_ai.tool.name', '', '\ufeffmark', 'größer 工具 🔑', 'x'.repeat(200)),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const key = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'event.name'), text);

const uint64 = fc.oneof(
  fc.constantFrom('0', '1', '999999999', '1000000000', '4294967295', '4294967296', '18446744073709551615'),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  fc.bigInt({ min: 1_700_000_000n * 10n ** 9n, max: 1_800_000_000n * 10n ** 9n }).map(String),
);
const int64 = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('9007199254740991', '9007199254740992', '-9007199254740991', '-9007199254740992'),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
);
const uint32 = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1));

const { any, entries } = fc.letrec<{ any: Message; entries: Message[] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    { arbitrary: fc.record({ stringValue: text }), weight: 8 },
    { arbitrary: fc.record({ intValue: int64 }), weight: 5 },
    { arbitrary: fc.record({ boolValue: fc.boolean() }), weight: 2 },
    { arbitrary: fc.record({ doubleValue: fc.double() }), weight: 3 },
    { arbitrary: fc.record({ bytesValue: fc.array(fc.nat(255), { maxLength: 5 }) }), weight: 1 },
    { arbitrary: fc.constant({}), weight: 1 },
    {
      arbitrary: fc.record({ arrayValue: fc.record({ values: fc.array(tie('any'), { maxLength: 4 }) }) }),
      weight: 3,
    },
    { arbitrary: fc.record({ kvlistValue: fc.record({ values: tie('entries') }) }), weight: 3 },
  ),
  entries: fc.array(fc.record({ key, value: tie('any') }, { requiredKeys: [] }), { maxLength: 5 }),
}));

const ids = { traceId: id(16), spanId: id(8) };

export const spanMessage: fc.Arbitrary<Message> = fc.record(
  {
    ...ids,
    traceState: text,
    parentSpanId: id(8),
    name: text,
    kind: fc.integer({ min: -2, max: 8 }),
    startTimeUnixNano: uint64,
    endTimeUnixNano: uint64,
    attributes: entries,
    droppedAttributesCount: uint32,
    droppedEventsCount: uint32,
    events: fc.array(fc.record({ timeUnixNano: uint64, name: text, attributes: entries }), { maxLength: 3 }),
    links: fc.array(fc.record({ ...ids, attributes: entries }, { requiredKeys: [] }), { maxLength: 2 }),
    status: fc.record({ message: text, code: fc.integer({ min: -1, max: 4 }) }, { requiredKeys: [] }),
    flags: uint32,
    later: text,
    laterStill: uint64,
  },
  { requiredKeys: ['traceId', 'spanId'] },
);

const eventName = fc.constantFrom('assay.tool_decision', 'assay.tool_observation', 'assay.run_end', 'other');

const logRecordMessage: fc.Arbitrary<Message> = fc
  .record(
    {
      timeUnixNano: uint64,
      observedTimeUnixNano: uint64,
      severityNumber: fc.nat(24),
      body: any,
      eventName: fc.oneof(eventName, fc.constant('')),
      named: eventName,
      attributes: entries,
      ...ids,
    },
    { requiredKeys: ['traceId', 'spanId'] },
  )
  .map(({ named, attributes = [], ...record }) => {
    const older = { key: 'event.name', value: { stringValue: named } };
    return { ...record, attributes: named === undefined ? attributes : [...attributes, older] };
  });

const scope = fc.record({ name: text, version: text, attributes: entries }, { requiredKeys: [] });
const resource = fc.record({ attributes: entries });

function below<T>(lists: readonly [string, string, string], element: fc.Arbitrary<T>): fc.Arbitrary<Message> {
  const [resources, scopes, elements] = lists;
  const ofScope = fc.record(
    { scope, [elements]: fc.array(element, { maxLength: 3 }), schemaUrl: text },
    { requiredKeys: [elements] },
  );
  const ofResource = fc.record(
    { resource, [scopes]: fc.array(ofScope, { maxLength: 3 }), schemaUrl: text },
    { requiredKeys: [scopes] },
  );
  return fc.record({ [resources]: fc.array(ofResource, { maxLength: 3 }) });
}

export const tracesMessage = below(['resourceSpans', 'scopeSpans', 'spans'], spanMessage);
export const logsMessage = below(['resourceLogs', 'scopeLogs', 'logRecords'], logRecordMessage);
