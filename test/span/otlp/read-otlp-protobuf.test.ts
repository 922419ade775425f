import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOtlpProtobuf } from '../../../src/span/otlp/read-otlp-protobuf.ts';
import { uint64 } from '../../../src/span/otlp/wire-integers.ts';
import { hasRepeatedKey } from '../../../src/span/repeated-key.ts';
import { holding, IDS, keyValue, raw, request, SPAN_ID, TRACE_ID, varint, wireSpan } from './wire.ts';

const read = (...spans: readonly Uint8Array[]) => readOtlpProtobuf(request(...spans), 'traces');

/** The value of one attribute that has these members. */
function attributeOf(...members: readonly Uint8Array[]): unknown {
  const { spans, refused } = read(wireSpan(keyValue(9, 'k', ...members)));
  expect(refused).toEqual([]);
  return spans[0]?.attributes.k;
}

const text = (value: string | Uint8Array) => holding(1, value);
const integer = (value: bigint | number) => raw(3, 'varint', varint(value));
const double = (value: number) => raw(4, 'fixed64', new Uint8Array(Float64Array.of(value).buffer));
const map = (...entries: readonly Uint8Array[]) => holding(6, ...entries);
const nested = (depth: number): Uint8Array =>
  depth === 1 ? integer(1) : holding(5, holding(1, nested(depth - 1)));

const AT = 'resourceSpans[0].scopeSpans[0].spans[0]';

describe('a value on the wire', () => {
  it.each([
    ['text', text('x'), 'x'],
    ['text that begins with a mark', text('\ufeffx'), '\ufeffx'],
    ['text that is no UTF-8', text(Uint8Array.of(0x61, 0xff, 0x62)), 'a\ufffdb'],
    ['a cut character', text(Uint8Array.of(0xe5, 0xb7)), '\ufffd'],
    ['a lone surrogate', text(Uint8Array.of(0xed, 0xa0, 0x80)), '\ufffd\ufffd\ufffd'],
    ['an integer', integer(-42), -42],
    ['the largest exact integer', integer(2n ** 53n - 1n), 2 ** 53 - 1],
    ['an integer beyond doubles', integer(2n ** 53n + 1n), 9007199254740993n],
    ['the smallest integer', integer(-(2n ** 63n)), -(2n ** 63n)],
    ['a boolean', raw(2, 'varint', varint(1)), true],
    ['a boolean of many bits', raw(2, 'varint', varint(2n ** 40n)), true],
    ['NaN', double(Number.NaN), Number.NaN],
    ['an infinity', double(Number.NEGATIVE_INFINITY), Number.NEGATIVE_INFINITY],
    ['bytes', holding(7, Uint8Array.of(0, 255)), Uint8Array.of(0, 255)],
    ['nothing', Buffer.of(), null],
    ['64 levels', nested(64), JSON.parse(`${'['.repeat(63)}1${']'.repeat(63)}`)],
    [
      'unknown members beside it',
      Buffer.concat([text('x'), holding(8, 'later'), raw(9, 'fixed32', SPAN_ID.subarray(4))]),
      'x',
    ],
    [
      'a group beside it',
      Buffer.concat([text('x'), raw(9, 'group', raw(1, 'varint', varint(1)), raw(9, 'end'))]),
      'x',
    ],
    ['two members, of which the last counts', Buffer.concat([text('x'), integer(1)]), 1],
    [
      'one array in two parts',
      Buffer.concat([holding(5, holding(1, integer(1))), holding(5, holding(1, integer(2)))]),
      [1, 2],
    ],
    [
      'one map in two parts',
      Buffer.concat([map(keyValue(1, 'a', integer(1))), map(keyValue(1, 'b', integer(2)))]),
      { a: 1, b: 2 },
    ],
  ])('is %s', (_title, member, expected) => {
    expect(attributeOf(member)).toEqual(expected);
  });

  it('in two parts is one', () => {
    const bytes = holding(9, holding(1, 'k'), holding(2, integer(1)), holding(2), holding(2, text('x')));
    expect(read(wireSpan(bytes)).spans[0]?.attributes).toEqual({ k: 'x' });
  });

  it('marks a map with a repeated key, and names the attribute that holds it', () => {
    const twice = map(keyValue(1, 'x', integer(1)), keyValue(1, 'x', integer(2)), keyValue(1, 'x'));
    const [span] = read(wireSpan(keyValue(9, 'a', twice), keyValue(9, 'b', integer(1)))).spans;
    expect(span).toMatchObject({ attributes: { a: { x: 1 }, b: 1 }, duplicateKeys: ['a'] });
    expect(hasRepeatedKey(span?.attributes.a as object)).toBe(true);
  });

  it('keeps nothing of the message it came in', () => {
    const bytes = Buffer.from(request(wireSpan(keyValue(9, 'k', holding(7, Uint8Array.of(1, 2))))));
    const value = readOtlpProtobuf(bytes, 'traces').spans[0]?.attributes.k as Uint8Array;
    bytes.fill(0);
    expect([...value]).toEqual([1, 2]);
    expect(value.buffer.byteLength).toBe(2);
  });
});

describe('a time on the wire', () => {
  it('is the decimal of its 64 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (time) => {
        expect(uint64(Number(time & 0xffffffffn), Number(time >> 32n))).toBe(String(time));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('what of a message is refused', () => {
  it.each([
    ['a short id', wireSpan(holding(1, 'short')), 'invalid_id', `${AT}.traceId`],
    ['a long id', wireSpan(holding(2, TRACE_ID)), 'invalid_id', `${AT}.spanId`],
    ['a short parent id', wireSpan(holding(4, 'short')), 'invalid_id', `${AT}.parentSpanId`],
    ['an id of zeros', wireSpan(holding(2, new Uint8Array(8))), 'invalid_id', `${AT}.spanId`],
    ['a missing id', holding(1, TRACE_ID), 'missing_id', `${AT}.spanId`],
    ['an empty span', Buffer.of(), 'missing_id', `${AT}.traceId`],
    ['a name of another wire type', wireSpan(raw(5, 'varint', varint(1))), 'wrong_type', `${AT}.name`],
    ['flags of another wire type', wireSpan(raw(16, 'varint', varint(1))), 'wrong_type', `${AT}.flags`],
    [
      'values too deep',
      wireSpan(keyValue(9, 'k', nested(65))),
      'too_deep',
      `${AT}.attributes[0].value${'.arrayValue.values[0]'.repeat(64)}`,
    ],
    [
      'a value of another wire type',
      wireSpan(keyValue(9, 'a'), keyValue(9, 'k', raw(1, 'varint', varint(1)))),
      'wrong_type',
      `${AT}.attributes[1].value.stringValue`,
    ],
    [
      'an event attribute of another wire type',
      wireSpan(holding(11), holding(11, raw(3, 'varint', varint(1)))),
      'wrong_type',
      `${AT}.events[1].attributes`,
    ],
    ['a link with a short id', wireSpan(holding(13, holding(2, 'x'))), 'invalid_id', `${AT}.links[0].spanId`],
    [
      'a status of another wire type',
      wireSpan(holding(15, raw(2, 'varint', varint(1)))),
      'wrong_type',
      `${AT}.status.message`,
    ],
  ])('%s', (_title, span, code, position) => {
    const good = wireSpan(holding(5, 'good'));
    const { spans, refused, broken } = read(span, good);
    expect(refused).toMatchObject([{ code, position }]);
    expect(spans.map(({ name }) => name)).toEqual(['good']);
    expect(broken).toBeUndefined();
  });

  const spans = holding(2, holding(2, wireSpan()));
  it.each([
    [
      'a resource with a bad value',
      holding(1, holding(1, keyValue(1, 'k', raw(1, 'varint', varint(1)))), spans),
      'resourceSpans[0].resource.attributes[0].value.stringValue',
    ],
    [
      'a resource that comes last',
      holding(1, spans, holding(1, raw(1, 'varint', varint(1)))),
      'resourceSpans[0].resource.attributes',
    ],
    [
      'a scope with a bad name',
      holding(1, holding(2, holding(1, raw(1, 'varint', varint(1))), holding(2, wireSpan()))),
      'resourceSpans[0].scopeSpans[0].scope.name',
    ],
    ['a list of another wire type', raw(1, 'varint', varint(1)), 'resourceSpans'],
  ])('%s, and all that belongs to it', (_title, resourceSpans, position) => {
    const result = readOtlpProtobuf(Buffer.concat([resourceSpans, request(wireSpan())]), 'traces');
    expect(result.refused).toMatchObject([{ code: 'wrong_type', position }]);
    expect(result.spans).toHaveLength(1);
    expect(result.broken).toBeUndefined();
  });

  it('a message with none of our fields, and not an empty one', () => {
    expect(readOtlpProtobuf(Buffer.of(), 'traces').refused).toEqual([]);
    expect(readOtlpProtobuf(holding(2, 'x'), 'traces').refused).toMatchObject([
      { code: 'no_resource_spans' },
    ]);
  });

  it('no more than a hundred times one by one', () => {
    const { refused, refusedBeyond } = read(...Array.from({ length: 250 }, () => Buffer.of()));
    expect([refused.length, refusedBeyond]).toEqual([100, 150]);
  });
});

describe('resource and scope', () => {
  const resource = holding(1, keyValue(1, 'service.name', text('agent')));
  const scope = holding(1, holding(1, 'scope'), holding(2, '1.0.0'));
  const expected = { resource: { 'service.name': 'agent' }, scope: { name: 'scope', version: '1.0.0' } };

  it.each([
    ['before', holding(1, resource, holding(2, scope, holding(2, wireSpan())))],
    ['after', holding(1, holding(2, holding(2, wireSpan()), scope), resource)],
    [
      'in parts around',
      holding(
        1,
        holding(1),
        holding(2, holding(1, holding(1, 'scope')), holding(2, wireSpan()), holding(1, holding(2, '1.0.0'))),
        resource,
      ),
    ],
  ])('are those of spans that they stand %s', (_title, bytes) => {
    expect(readOtlpProtobuf(bytes, 'traces').spans).toMatchObject([expected]);
  });
});

describe('a message that is none', () => {
  // What stands behind it makes it no cut one.
  const inSpan = (...bytes: readonly Uint8Array[]) =>
    request(wireSpan(holding(5, 'first')), Buffer.concat([...IDS, ...bytes]), wireSpan());

  it.each([
    ['field number 0', inSpan(Buffer.of(0))],
    ['a wire type that there is not', inSpan(Buffer.of(0x17))],
    ['a group that is not closed', inSpan(raw(20, 'group'))],
    ['a group that is closed twice', inSpan(raw(20, 'end'))],
    ['groups that cross', inSpan(raw(20, 'group'), raw(21, 'group'), raw(20, 'end'), raw(21, 'end'))],
    ['groups without end', inSpan(...Array.from({ length: 10_000 }, () => raw(20, 'group')))],
    ['a number of more than ten bytes', inSpan(raw(6, 'varint', new Uint8Array(11).fill(0x80)))],
    ['a tag of more than 32 bits', inSpan(varint(2n ** 40n + 2n))],
    [
      'a length beyond its message',
      request(
        wireSpan(holding(5, 'first')),
        Buffer.concat([...IDS, raw(5, 'bytes', varint(50))]),
        wireSpan(holding(5, 'x'.repeat(99))),
      ),
    ],
    ['a number beyond its message', inSpan(raw(7, 'fixed64', Buffer.of(1)))],
  ])('since it has %s', (_title, bytes) => {
    const { spans, refused, broken } = readOtlpProtobuf(bytes, 'traces');
    expect(broken?.code).toBe('invalid_protobuf');
    expect(broken?.position).toBe('resourceSpans[0].scopeSpans[0].spans[1]');
    expect(spans.map(({ name }) => name)).toEqual(['first']);
    expect(refused).toEqual([]);
  });

  it('since it is cut, wherever that is; no span is read whose scope may stand behind the cut', () => {
    const last = holding(2, wireSpan());
    const whole = holding(1, holding(2, holding(2, wireSpan()), holding(2, wireSpan()), last));
    for (let length = 1; length < whole.length; length += 1) {
      const { spans, refused, broken } = readOtlpProtobuf(whole.subarray(0, length), 'traces');
      expect(broken?.code).toBe('truncated');
      expect(refused).toEqual([]);
      if (length <= whole.length - last.length) expect(spans).toEqual([]);
    }
  });

  it('keeps the spans before the cut where their resource and scope stood before them', () => {
    const first = holding(2, wireSpan(holding(5, 'first')));
    const head = [holding(1, holding(1, 'scope')), first];
    const bytes = holding(1, holding(1), holding(2, ...head, holding(2, wireSpan(holding(5, 'second')))));
    const names: string[][] = [];
    for (let length = 1; length < bytes.length; length += 1) {
      const { spans, broken } = readOtlpProtobuf(bytes.subarray(0, length), 'traces');
      expect(broken?.code).toBe('truncated');
      names.push(spans.map(({ name }) => name));
    }
    expect(new Set(names.flat())).toEqual(new Set(['first']));
    expect(names.at(-1)).toEqual(['first']);
  });
});
