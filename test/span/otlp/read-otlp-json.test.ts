import { describe, expect, it } from 'vitest';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from './documents.ts';

function readOne(fields: Record<string, unknown>) {
  const { spans, refused } = readOtlpJson(otlpDocument([otlpSpan(fields)]));
  expect(refused).toEqual([]);
  const [span] = spans;
  if (span === undefined) throw new Error('Expected one span');
  return span;
}

function refusalOf(fields: Record<string, unknown>) {
  const { spans, refused } = readOtlpJson(otlpDocument([otlpSpan(fields)]));
  expect(spans).toEqual([]);
  expect(refused).toHaveLength(1);
  return refused[0];
}

const AT = 'resourceSpans[0].scopeSpans[0].spans[0]';

describe('readOtlpJson', () => {
  it('reads a whole span with its resource and scope', () => {
    const document = otlpDocument(
      [
        otlpSpan({
          parentSpanId: '00F067AA0BA902B7',
          flags: 0x301,
          kind: 2,
          startTimeUnixNano: '1796000000000000001',
          endTimeUnixNano: '1796000000250000000',
          attributes: [otlpAttribute('a', { stringValue: 'x' })],
          droppedAttributesCount: 3,
          droppedEventsCount: 4,
          events: [{ name: 'e', timeUnixNano: '5', attributes: [otlpAttribute('b', { boolValue: true })] }],
          links: [{ traceId: TRACE.toUpperCase(), spanId: SPAN, attributes: [] }],
          status: { code: 2, message: 'm' },
          traceState: 'ignored',
        }),
      ],
      { attributes: [otlpAttribute('service.name', { stringValue: 'agent' })] },
      { name: 'scope', version: '1.0.0' },
    );
    expect(readOtlpJson(document)).toEqual({
      refused: [],
      refusedBeyond: 0,
      logEvents: [],
      skippedLogRecords: 0,
      spans: [
        {
          traceId: TRACE,
          spanId: SPAN,
          parentSpanId: '00f067aa0ba902b7',
          parentIsRemote: true,
          traceFlags: 1,
          name: 'span',
          kind: 'server',
          startTimeUnixNano: '1796000000000000001',
          endTimeUnixNano: '1796000000250000000',
          attributes: { a: 'x' },
          duplicateKeys: [],
          droppedAttributesCount: 3,
          droppedEventsCount: 4,
          events: [{ name: 'e', timeUnixNano: '5', attributes: { b: true } }],
          links: [{ traceId: TRACE, spanId: SPAN, attributes: {} }],
          status: { code: 'error', message: 'm' },
          scope: { name: 'scope', version: '1.0.0' },
          resource: { 'service.name': 'agent' },
        },
      ],
    });
  });

  it('takes missing and null fields as zero values', () => {
    const bare = { traceId: TRACE, spanId: SPAN };
    const nulls = Object.fromEntries(
      [
        'parentSpanId',
        'flags',
        'name',
        'kind',
        'startTimeUnixNano',
        'attributes',
        'events',
        'links',
        'status',
      ].map((field) => [field, null]),
    );
    for (const span of [bare, { ...bare, ...nulls }, { ...bare, parentSpanId: '', status: {} }]) {
      const { spans, refused } = readOtlpJson({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
      expect(refused).toEqual([]);
      expect(spans[0]).toMatchObject({
        parentSpanId: undefined,
        parentIsRemote: undefined,
        traceFlags: 0,
        name: '',
        kind: 'unspecified',
        startTimeUnixNano: '0',
        endTimeUnixNano: '0',
        attributes: {},
        events: [],
        links: [],
        status: { code: 'unset', message: undefined },
        scope: { name: '', version: '' },
        resource: {},
      });
    }
  });

  it.each([
    ['the empty document', {}, 0],
    ['no resourceSpans in it', { resourceSpans: [] }, 0],
    ['null lists', { resourceSpans: [{ scopeSpans: null }, { scopeSpans: [{ spans: null }] }] }, 0],
    ['another signal', { resourceLogs: [{ scopeLogs: [] }] }, 0],
    ['unknown fields everywhere', { extra: 1, ...otlpDocument([otlpSpan({ later: { deep: [1] } })]) }, 1],
  ])('accepts %s', (_title, document, count) => {
    const { spans, refused } = readOtlpJson(document);
    expect(refused).toEqual([]);
    expect(spans).toHaveLength(count);
  });

  it.each([
    [0x300, true],
    [0x301, true],
    [0x100, false],
    [0x101, false],
    [0x200, undefined],
    [0x001, undefined],
    ['769', true],
  ])('reads span flags %s as parentIsRemote %s', (flags, remote) => {
    expect(readOne({ flags, parentSpanId: SPAN }).parentIsRemote).toBe(remote);
  });

  it('keeps an all-zero parent id, which correlation tells apart from none', () => {
    expect(readOne({ parentSpanId: '0'.repeat(16) }).parentSpanId).toBe('0'.repeat(16));
  });

  it.each([
    ['1796000000000000001', '1796000000000000001'],
    ['000', '0'],
    ['007', '7'],
    ['18446744073709551615', '18446744073709551615'],
    [12, '12'],
    [1796000000000000000, '1796000000000000000'],
  ])('reads the time %s', (startTimeUnixNano, expected) => {
    expect(readOne({ startTimeUnixNano }).startTimeUnixNano).toBe(expected);
  });

  it.each([
    [5, 'consumer'],
    [99, 'unspecified'],
    ['SPAN_KIND_CLIENT', 'client'],
  ])('reads the kind %s as %s', (kind, expected) => {
    expect(readOne({ kind }).kind).toBe(expected);
  });

  it.each([
    ['a span that is no object', 5, 'wrong_type', AT],
    ['a base64 trace id', otlpSpan({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }), 'base64_id', `${AT}.traceId`],
    ['a base64 span id', otlpSpan({ spanId: 't61rcWkgMzE=' }), 'base64_id', `${AT}.spanId`],
    ['a base64 parent id', otlpSpan({ parentSpanId: 't61rcWkgMzE=' }), 'base64_id', `${AT}.parentSpanId`],
    ['a short id', otlpSpan({ spanId: 'b7ad' }), 'invalid_id', `${AT}.spanId`],
    ['an id of zeros', otlpSpan({ traceId: '0'.repeat(32) }), 'invalid_id', `${AT}.traceId`],
    ['a span id of zeros', otlpSpan({ spanId: '0'.repeat(16) }), 'invalid_id', `${AT}.spanId`],
    ['a missing id', { traceId: TRACE }, 'missing_id', `${AT}.spanId`],
    ['an id of another type', otlpSpan({ traceId: 7 }), 'wrong_type', `${AT}.traceId`],
    ['snake_case ids', { trace_id: TRACE, span_id: SPAN }, 'snake_case', `${AT}.trace_id`],
    [
      'a snake_case time',
      otlpSpan({ start_time_unix_nano: '1' }),
      'snake_case',
      `${AT}.start_time_unix_nano`,
    ],
    ['a negative time', otlpSpan({ startTimeUnixNano: -1 }), 'invalid_integer', `${AT}.startTimeUnixNano`],
    [
      'a time over 64 bits',
      otlpSpan({ endTimeUnixNano: '18446744073709551616' }),
      'invalid_integer',
      `${AT}.endTimeUnixNano`,
    ],
    [
      'a time that is a fraction',
      otlpSpan({ endTimeUnixNano: 1.5 }),
      'invalid_integer',
      `${AT}.endTimeUnixNano`,
    ],
    ['flags over 32 bits', otlpSpan({ flags: 2 ** 32 }), 'invalid_integer', `${AT}.flags`],
    ['a kind that is an object', otlpSpan({ kind: {} }), 'invalid_enum', `${AT}.kind`],
    ['an unknown kind by name', otlpSpan({ kind: 'CLIENT' }), 'invalid_enum', `${AT}.kind`],
    ['a status that is a string', otlpSpan({ status: 'OK' }), 'wrong_type', `${AT}.status`],
    ['events that are no list', otlpSpan({ events: {} }), 'wrong_type', `${AT}.events`],
    ['an event that is null', otlpSpan({ events: [{}, null] }), 'wrong_type', `${AT}.events[1]`],
    ['a link with a bad id', otlpSpan({ links: [{ spanId: 'x' }] }), 'invalid_id', `${AT}.links[0].spanId`],
  ])('refuses %s at its position', (_title, span, code, position) => {
    const { spans, refused } = readOtlpJson(otlpDocument([span]));
    expect(spans).toEqual([]);
    expect(refused).toMatchObject([{ code, position }]);
  });

  it.each([
    ['a string', 'resourceSpans', 'wrong_type', ''],
    ['an array', [], 'wrong_type', ''],
    ['null', null, 'wrong_type', ''],
    ['another document', { schema: 'x' }, 'no_resource_spans', ''],
    ['a snake_case document', { resource_spans: [] }, 'snake_case', 'resource_spans'],
    [
      'a snake_case scope list',
      { resourceSpans: [{ scope_spans: [] }] },
      'snake_case',
      'resourceSpans[0].scope_spans',
    ],
    ['a list that is none', { resourceSpans: {} }, 'wrong_type', 'resourceSpans'],
    [
      'a resource that is none',
      { resourceSpans: [{ resource: 1 }] },
      'wrong_type',
      'resourceSpans[0].resource',
    ],
    [
      'a scope name that is none',
      { resourceSpans: [{ scopeSpans: [{ scope: { name: 1 } }] }] },
      'wrong_type',
      'resourceSpans[0].scopeSpans[0].scope.name',
    ],
  ])('refuses %s as a document', (_title, document, code, position) => {
    const { refused } = readOtlpJson(document);
    expect(refused).toMatchObject([{ code, position }]);
  });

  it('reads the rest of a batch around what it refuses', () => {
    const bad = otlpSpan({ attributes: [{ key: 'k', value: { kvlistValue: { values: [{ key: 1 }] } } }] });
    const document = {
      resourceSpans: [
        { resource: [], scopeSpans: [{ spans: [otlpSpan()] }] },
        {
          scopeSpans: [
            { scope: 3, spans: [otlpSpan()] },
            { spans: [otlpSpan({ name: '1' }), bad, otlpSpan({ name: '2' })] },
          ],
        },
        otlpDocument([otlpSpan({ name: '3' })]).resourceSpans,
        { scopeSpans: [{ spans: [otlpSpan({ name: '4' })] }] },
      ],
    };
    const { spans, refused } = readOtlpJson(document);
    expect(spans.map((span) => span.name)).toEqual(['1', '2', '4']);
    expect(refused.map((refusal) => refusal.position)).toEqual([
      'resourceSpans[0].resource',
      'resourceSpans[1].scopeSpans[0].scope',
      'resourceSpans[1].scopeSpans[1].spans[1].attributes[0].value.kvlistValue.values[0].key',
      'resourceSpans[2]',
    ]);
  });

  it('looks at no more of a document than a hundred thousand refusals allow', () => {
    const behind = (count: number) => {
      const spans = [...Array.from({ length: count }, () => ({})), otlpSpan({})];
      const read = readOtlpJson(otlpDocument(spans));
      return [read.spans.length, read.refused.length + read.refusedBeyond];
    };
    expect(behind(99_000)).toEqual([1, 99_000]);
    expect(behind(150_000)).toEqual([0, 150_001]);
  });

  it('says the field of a refusal, and no value of the document', () => {
    const refusal = refusalOf({ attributes: [otlpAttribute('private key', { intValue: 'private value' })] });
    expect(refusal).toMatchObject({ field: 'intValue', code: 'invalid_integer' });
    expect(JSON.stringify(refusal)).not.toContain('private');
  });
});
