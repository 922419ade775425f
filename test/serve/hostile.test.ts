import { describe, expect, it } from 'vitest';
import { callSpan } from '../cli/call-spans.ts';
import { type Fields, otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { holding, keyValue, request, wireSpan } from '../span/otlp/wire.ts';
import { protobufOf } from './otlp-protobuf.ts';
import { documentsOf, PROTOBUF, receiving } from './receiving.ts';

const VICTIM = otlpDocument([callSpan({ traceId: 'e'.repeat(32) })]);
const HOSTILE_TRACE = 'd'.repeat(32);

const span = (fields: Fields = {}): Fields => otlpSpan({ traceId: HOSTILE_TRACE, ...fields });
const withValue = (value: unknown): Fields => span({ attributes: [otlpAttribute('a', value)] });
const nested = (depth: number): unknown => {
  let value: unknown = { stringValue: 'x' };
  for (let n = 0; n < depth; n += 1) value = { arrayValue: { values: [value] } };
  return value;
};
/** Text that no serialiser writes: the marker is replaced after serialising. */
const raw = (replacement: string): string =>
  JSON.stringify(otlpDocument([withValue({ stringValue: 'MARK' })])).replace('"MARK"', replacement);

const deep = (open: string, close: string): string =>
  `{"resourceSpans":[],"x":${open.repeat(200_000)}${close.repeat(200_000)}}`;

/** How many spans of the batch are rejected where it is taken. */
type Case = readonly [name: string, body: string | Uint8Array, status: number, rejected: number];

const JSON_CASES: readonly Case[] = [
  [
    'values nested deeper than any reader goes',
    JSON.stringify(otlpDocument([withValue(nested(500))])),
    200,
    1,
  ],
  ['brackets nested 200,000 deep', deep('[', ']'), 200, 0],
  ['brackets that never close', `{"resourceSpans":${'['.repeat(200_000)}`, 400, 0],
  [
    'an attribute of five megabytes',
    JSON.stringify(otlpDocument([withValue({ stringValue: 'x'.repeat(5e6) })])),
    200,
    0,
  ],
  [
    'a hundred thousand attributes',
    JSON.stringify(
      otlpDocument([
        span({
          attributes: Array.from({ length: 100_000 }, (_, n) => otlpAttribute(`k${n}`, { intValue: n })),
        }),
      ]),
    ),
    200,
    0,
  ],
  [
    'one key twice',
    JSON.stringify(
      otlpDocument([
        span({ attributes: [otlpAttribute('a', { intValue: 1 }), otlpAttribute('a', { intValue: 2 })] }),
      ]),
    ),
    200,
    0,
  ],
  [
    '__proto__ as a key',
    JSON.stringify(
      otlpDocument([
        span({
          attributes: [
            otlpAttribute('__proto__', { stringValue: 'x' }),
            otlpAttribute('constructor', {
              kvlistValue: { values: [otlpAttribute('__proto__', { boolValue: true })] },
            }),
          ],
        }),
      ]),
    ),
    200,
    0,
  ],
  [
    '__proto__ as a field',
    raw('"x"').replace('"name":"span"', '"name":"span","__proto__":{"traceId":"x"}'),
    200,
    0,
  ],
  ['bytes that are no UTF-8', Buffer.from(raw('"\xff\xfe\xc0"'), 'latin1'), 200, 0],
  ['lone surrogates', raw('"\\ud800\\udc00\\ud800"'), 200, 0],
  ['an id that is too short', JSON.stringify(otlpDocument([span({ spanId: 'abc' }), span()])), 200, 1],
  [
    'an id in base64',
    JSON.stringify(otlpDocument([span({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }), span()])),
    200,
    1,
  ],
  ['an id of zeros', JSON.stringify(otlpDocument([span({ spanId: '0'.repeat(16) }), span()])), 200, 1],
  [
    'a span in the spelling of the .proto files',
    JSON.stringify(otlpDocument([{ trace_id: HOSTILE_TRACE, span_id: 'c'.repeat(16) }, span()])),
    200,
    1,
  ],
  [
    'an integer beyond 2^53',
    JSON.stringify(otlpDocument([withValue({ intValue: '9223372036854775807' })])),
    200,
    0,
  ],
  [
    'an integer beyond 2^64',
    JSON.stringify(otlpDocument([withValue({ intValue: '9'.repeat(40) }), span()])),
    200,
    1,
  ],
  [
    'NaN and infinities',
    JSON.stringify(
      otlpDocument([withValue({ doubleValue: 'NaN' }), withValue({ doubleValue: '-Infinity' })]),
    ),
    200,
    0,
  ],
  [
    'two values in one',
    JSON.stringify(otlpDocument([withValue({ intValue: 1, stringValue: 'x' }), span()])),
    200,
    1,
  ],
  ['fields that nobody knows', JSON.stringify(otlpDocument([span({ later: { still: [1] } })])), 200, 0],
  [
    'times that are none',
    JSON.stringify(otlpDocument([span({ startTimeUnixNano: -1 }), span({ endTimeUnixNano: 'x' })])),
    200,
    2,
  ],
  [
    'a span that ends before it begins',
    JSON.stringify(otlpDocument([span({ startTimeUnixNano: '2', endTimeUnixNano: '1' })])),
    200,
    0,
  ],
  ['spans that are none', JSON.stringify(otlpDocument([null, 1, 'x', [], {}])), 200, 5],
  ['lists that are none', JSON.stringify({ resourceSpans: { length: 3 } }), 400, 0],
  ['a number', '1e999', 400, 0],
];

const whole = protobufOf(otlpDocument([span()]));
const PROTOBUF_CASES: readonly Case[] = [
  ['a message that is cut', whole.subarray(0, -3), 400, 0],
  ['a length that is far too long', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f]), 400, 0],
  ['a varint without end', Buffer.alloc(64, 0xff), 400, 0],
  ['groups nested in groups', Buffer.alloc(100_000, 0x0b), 400, 0],
  ['a field that nobody knows', Buffer.concat([whole, holding(1000, 'later')]), 200, 0],
  ['ids that are too short', Buffer.concat([whole, request(holding(1, 'short'))]), 200, 1],
  ['text that is no UTF-8', request(wireSpan(holding(5, Buffer.from([0xff, 0xfe])))), 200, 0],
  [
    'one key twice',
    request(wireSpan(keyValue(9, 'a', holding(1, 'x')), keyValue(9, 'a', holding(1, 'y')))),
    200,
    0,
  ],
  ['JSON', Buffer.from(JSON.stringify(VICTIM)), 400, 0],
];

const caseOf = ([name, body, status, rejected]: Case) => ({ name, body, status, rejected });

describe('hostile OTLP', () => {
  it.each([
    ...JSON_CASES.map((one) => ({ encoding: 'JSON', headers: {}, ...caseOf(one) })),
    ...PROTOBUF_CASES.map((one) => ({ encoding: 'protobuf', headers: PROTOBUF, ...caseOf(one) })),
  ])(
    'in $encoding gets a typed answer and touches nobody else: $name',
    async ({ headers, body, status, rejected }) => {
      const one = await receiving();
      const response = await one.post(body, headers);
      expect(response.status).toBe(status);
      if (status === 200 && headers === PROTOBUF) {
        const answer = Buffer.from(await response.arrayBuffer());
        expect(answer.length === 0 ? 0 : answer[3]).toBe(rejected);
      } else if (status === 200) {
        const { partialSuccess } = (await response.json()) as { partialSuccess?: { rejectedSpans: string } };
        expect(Number(partialSuccess?.rejectedSpans ?? 0)).toBe(rejected);
      }
      expect((await one.post(JSON.stringify(VICTIM))).status).toBe(200);
      await one.stop();
      const alone = await receiving();
      await alone.post(JSON.stringify(VICTIM));
      await alone.stop();
      const isVictim = ({ runId }: { readonly runId: string }): boolean => runId === 'e'.repeat(32);
      expect(one.written.filter(isVictim).map(documentsOf)).toEqual(alone.written.map(documentsOf));
    },
  );
});
