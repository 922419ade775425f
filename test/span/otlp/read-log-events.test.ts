import { describe, expect, it } from 'vitest';
import { CHECKPOINT_EVENT, DECISION_EVENT, RUN_END_EVENT } from '../../../src/decision/names.ts';
import { isOwnEvent } from '../../../src/span/otlp/log-event-names.ts';
import { readOtlpJson } from '../../../src/span/otlp/read-otlp-json.ts';
import { readOtlpProtobuf } from '../../../src/span/otlp/read-otlp-protobuf.ts';
import type { OtlpReadResult } from '../../../src/span/otlp/read-result.ts';
import { otlpAttribute, otlpDocument, otlpSpan, SPAN, TRACE } from './documents.ts';
import { encoded, LOGS, type Message } from './otlp-messages.ts';

const RESOURCE = { attributes: [otlpAttribute('service.name', { stringValue: 'agent' })] };
const SCOPE = { name: 'assay-otel', version: '0.1.0' };

interface Record extends Message {
  readonly traceId?: string;
  readonly spanId?: string;
}

const logs = (records: readonly unknown[]) => ({
  resourceLogs: [{ resource: RESOURCE, scopeLogs: [{ scope: SCOPE, logRecords: records }] }],
});

const bytesOf = (hex: string | undefined) => (hex === undefined ? [] : [...Buffer.from(hex, 'hex')]);
const inBytes = ({ traceId, spanId, ...record }: Record) => ({
  ...record,
  traceId: bytesOf(traceId),
  spanId: bytesOf(spanId),
});

const READERS: readonly (readonly [string, (records: readonly Record[]) => OtlpReadResult])[] = [
  ['JSON', (records) => readOtlpJson(logs(records))],
  ['protobuf', (records) => readOtlpProtobuf(encoded(LOGS, logs(records.map(inBytes))), 'logs')],
];

const named = (name: unknown) => otlpAttribute('event.name', { stringValue: name });
const event = (fields: Record = {}): Record => ({
  traceId: TRACE,
  spanId: SPAN,
  timeUnixNano: '5',
  eventName: DECISION_EVENT,
  attributes: [otlpAttribute('assay.record', { stringValue: '{}' })],
  ...fields,
});

it('knows the names of our events, and no other', () => {
  expect([DECISION_EVENT, CHECKPOINT_EVENT, RUN_END_EVENT].map(isOwnEvent)).toEqual([true, true, true]);
  expect(['', 'assay.tool', 'gen_ai.tool.message', '__proto__'].map(isOwnEvent)).not.toContain(true);
});

describe.each(READERS)('log records in %s', (_encoding, read) => {
  it('that are events of ours come with the span that they name', () => {
    expect(read([event({ severityNumber: 9, body: { stringValue: 'body' } })])).toEqual({
      spans: [],
      logEvents: [
        {
          traceId: TRACE,
          spanId: SPAN,
          event: { name: DECISION_EVENT, attributes: { 'assay.record': '{}' }, timeUnixNano: '5' },
          scope: SCOPE,
          resource: { 'service.name': 'agent' },
        },
      ],
      skippedLogRecords: 0,
      refused: [],
      refusedBeyond: 0,
    });
  });

  it.each([
    ['the field', { eventName: CHECKPOINT_EVENT, attributes: [] }, CHECKPOINT_EVENT],
    ['the attribute', { eventName: '', attributes: [named(RUN_END_EVENT)] }, RUN_END_EVENT],
    [
      'the field before the attribute',
      { eventName: RUN_END_EVENT, attributes: [named('other')] },
      RUN_END_EVENT,
    ],
    [
      'the first attribute of two',
      { eventName: '', attributes: [named(RUN_END_EVENT), named('other')] },
      RUN_END_EVENT,
    ],
  ])('have the name that %s says', (_title, fields, name) => {
    expect(read([event(fields)]).logEvents.map((view) => view.event.name)).toEqual([name]);
  });

  it.each([
    ['its own time', { timeUnixNano: '5', observedTimeUnixNano: '6' }, '5'],
    ['when it was observed', { timeUnixNano: '0', observedTimeUnixNano: '6' }, '6'],
    ['none', { timeUnixNano: '0' }, '0'],
  ])('have as their time %s', (_title, fields, time) => {
    expect(read([event(fields)]).logEvents[0]?.event.timeUnixNano).toBe(time);
  });

  it('of others are counted, and nothing of them is kept or refused', () => {
    const others = [
      { eventName: 'other', traceId: TRACE, spanId: SPAN },
      { eventName: 'other', attributes: [named(DECISION_EVENT)] },
      { attributes: [named('other'), named(DECISION_EVENT)], traceId: '00' },
      { attributes: [otlpAttribute('event.name', { intValue: 1 })] },
      { body: { stringValue: DECISION_EVENT } },
      {},
    ];
    const result = read([...others, event(), ...others]);
    expect(result).toMatchObject({ refused: [], skippedLogRecords: 12 });
    expect(result.logEvents).toHaveLength(1);
  });

  it.each([
    ['names no trace', { traceId: '' }, 'missing_id', 'traceId'],
    ['names no span', { spanId: '' }, 'missing_id', 'spanId'],
    ['has an id of another length', { spanId: 'b7ad' }, 'invalid_id', 'spanId'],
    ['has an id of zeros', { traceId: '0'.repeat(32) }, 'invalid_id', 'traceId'],
  ])('that are ours are refused where one %s', (_title, fields, code, field) => {
    const { logEvents, refused, skippedLogRecords } = read([event(), event(fields), event()]);
    expect([logEvents.length, skippedLogRecords]).toEqual([2, 0]);
    const position = expect.stringContaining('resourceLogs[0].scopeLogs[0].logRecords[1].');
    expect(refused).toMatchObject([{ code, position, field }]);
  });
});

describe('logs in JSON', () => {
  it('may stand in one document with traces', () => {
    const { spans, logEvents } = readOtlpJson({ ...otlpDocument([otlpSpan()]), ...logs([event()]) });
    expect([spans.length, logEvents.length]).toEqual([1, 1]);
  });

  it('are read where the list of traces is none', () => {
    const { logEvents, refused } = readOtlpJson({ resourceSpans: 5, ...logs([event()]) });
    expect(logEvents).toHaveLength(1);
    expect(refused).toMatchObject([{ code: 'wrong_type', position: 'resourceSpans' }]);
  });

  it.each([
    ['a document', { resource_logs: [] }, 'resource_logs'],
    ['a list of scopes', { resourceLogs: [{ scope_logs: [] }] }, 'resourceLogs[0].scope_logs'],
    [
      'a list of records',
      { resourceLogs: [{ scopeLogs: [{ log_records: [] }] }] },
      'resourceLogs[0].scopeLogs[0].log_records',
    ],
    [
      'a record',
      logs([{ event_name: DECISION_EVENT }]),
      'resourceLogs[0].scopeLogs[0].logRecords[0].event_name',
    ],
  ])('are refused in snake_case: %s', (_title, document, position) => {
    expect(readOtlpJson(document).refused).toMatchObject([{ code: 'snake_case', position }]);
  });

  it.each([[5], [null], ['x'], [[]]])('are refused where a record is %j', (record) => {
    const { refused, logEvents } = readOtlpJson(logs([record, event()]));
    expect(refused).toMatchObject([{ code: 'wrong_type' }]);
    expect(logEvents).toHaveLength(1);
  });

  it('of others may hold anything', () => {
    const junk = [
      { eventName: 5 },
      { attributes: 'x' },
      { attributes: [null, { key: 'event.name' }] },
      { traceId: 7 },
    ];
    expect(readOtlpJson(logs(junk))).toMatchObject({ refused: [], skippedLogRecords: 4 });
  });
});
