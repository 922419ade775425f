import { describe, expect, it } from 'vitest';
import { readingSettings, readRecords } from '../../src/cli/read-records.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { AGENT, callSpan, decisionEvent } from './call-spans.ts';

function readOne(span: unknown, toolSpans: 'mcp' | 'all' = 'mcp', localTools: readonly string[] = []) {
  const { spans, refused } = readOtlpJson(otlpDocument([span], AGENT));
  const [view] = spans;
  if (view === undefined) throw new Error(`Expected one span, got ${refused.length} refusals`);
  return readRecords(view, { ...readingSettings(toolSpans), localTools: new Set(localTools) });
}

describe('readRecords', () => {
  it('makes a record of a call span without event', () => {
    const { records, refused, isUnattributedTool } = readOne(callSpan());
    expect({ refused, isUnattributedTool }).toEqual({ refused: [], isUnattributedTool: false });
    expect(records).toMatchObject([
      {
        startTimeUnixNano: '1796000000000000000',
        durationNano: '250000000',
        service: 'agent',
        vantage: 'client',
        emitter: null,
        origin: 'derived',
        record: { classification: 'classified', server: { id: 'mcp.example' } },
      },
    ]);
  });

  it('takes the record of an intact event as it is, on whatever span it stands', () => {
    const beside = {
      'assay.emitter.id': '0123456789abcdef',
      'assay.vantage': 'server',
      'assay.call.start_time_unix_nano': '42',
    };
    const record = { ...RECORDS.slack, later: 'kept' };
    for (const span of [otlpSpan, callSpan]) {
      const { records, refused } = readOne(span({ events: [decisionEvent(record, beside)] }));
      expect(refused).toEqual([]);
      expect(records).toMatchObject([
        { startTimeUnixNano: '42', vantage: 'server', emitter: '0123456789abcdef', origin: 'event', record },
      ]);
    }
  });

  it('takes what the event lacks or holds wrongly from the span', () => {
    const attributes = [
      otlpAttribute('assay.emitter.id', { stringValue: '0123456789abcdef' }),
      otlpAttribute('assay.vantage', { stringValue: 'gateway' }),
    ];
    const wrong = { 'assay.vantage': 'other', 'assay.call.start_time_unix_nano': '-1' };
    const events = [decisionEvent(RECORDS.slack, wrong)];
    const [read] = readOne(otlpSpan({ attributes, events, startTimeUnixNano: '7' })).records;
    expect(read).toMatchObject({ vantage: 'gateway', emitter: '0123456789abcdef', startTimeUnixNano: '7' });
    const [bare] = readOne(
      otlpSpan({ events: [decisionEvent(RECORDS.slack, { 'assay.emitter.id': 'no id' })] }),
    ).records;
    expect(bare).toMatchObject({ vantage: 'framework', emitter: null });
  });

  it('keeps both of two events that differ', () => {
    const events = [decisionEvent(RECORDS.slack), decisionEvent(RECORDS.github)];
    expect(readOne(callSpan({ events })).records.map(({ record }) => record)).toEqual([
      RECORDS.slack,
      RECORDS.github,
    ]);
  });

  it.each([
    ['changed', decisionEvent(RECORDS.github, { 'assay.record': '{}' }), 'canonical JSON'],
    ['without its record', decisionEvent(RECORDS.github, { 'assay.record': '' }), 'assay.record'],
    [
      'intact, but no valid record',
      decisionEvent({ ...RECORDS.github, classification: 'other' as never }),
      'classification',
    ],
  ])('refuses an event that is %s, and reads the span', (_title, event, message) => {
    const { records, refused } = readOne(callSpan({ events: [event] }));
    expect(refused.join()).toContain(message);
    expect(records).toMatchObject([{ origin: 'derived' }]);
  });

  it('tells an unattributed tool span, unless every tool span is taken in', () => {
    const span = otlpSpan({
      name: 'execute_tool search',
      attributes: [
        otlpAttribute('gen_ai.operation.name', { stringValue: 'execute_tool' }),
        otlpAttribute('gen_ai.tool.name', { stringValue: 'search' }),
      ],
    });
    expect(readOne(span)).toEqual({ records: [], isUnattributedTool: true, refused: [] });
    expect(readOne(span, 'mcp', ['search']).isUnattributedTool).toBe(false);
    expect(readOne(span, 'all')).toMatchObject({
      records: [{ vantage: 'framework' }],
      isUnattributedTool: false,
    });
  });

  it('makes no record of other spans, and no negative duration', () => {
    expect(readOne(otlpSpan()).records).toEqual([]);
    expect(readOne(callSpan({ endTimeUnixNano: '1' })).records).toMatchObject([{ durationNano: '0' }]);
  });
});
