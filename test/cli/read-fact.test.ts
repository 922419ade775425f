import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/cli/read-fact.ts';
import { readOtlpJson } from '../../src/span/otlp/read-otlp-json.ts';
import { RECORDS } from '../schema/records.ts';
import { otlpAttribute, otlpDocument, otlpSpan } from '../span/otlp/documents.ts';
import { AGENT, callSpan, decisionEvent } from './call-spans.ts';

function readOne(span: unknown, toolSpans: 'mcp' | 'all' = 'mcp') {
  const { spans, refused } = readOtlpJson(otlpDocument([span], AGENT));
  const [view] = spans;
  if (view === undefined) throw new Error(`Expected one span, got ${refused.length} refusals`);
  const read = factReader({ toolSpans })(view);
  const calls = (read.fact.calls ?? []).map((call) => ({ ...call, record: JSON.parse(call.record) }));
  return { ...read, calls };
}

describe('factReader', () => {
  it('makes a record of a call span without event', () => {
    const { calls, fact, refused } = readOne(callSpan());
    expect({ refused, tool: fact.tool, service: fact.service }).toEqual({ refused: [], service: 'agent' });
    expect(calls).toMatchObject([
      {
        start: '1796000000000000000',
        duration: '250000000',
        vantage: 'client',
        origin: 'derived',
        record: { classification: 'classified', server: { id: 'mcp.example' } },
      },
    ]);
    expect(calls[0]?.emitter).toBeUndefined();
  });

  it('takes the record of an intact event as it is, on whatever span it stands', () => {
    const beside = {
      'assay.emitter.id': '0123456789abcdef',
      'assay.vantage': 'server',
      'assay.call.start_time_unix_nano': '42',
    };
    const record = { ...RECORDS.slack, later: 'kept' };
    for (const span of [otlpSpan, callSpan]) {
      const { calls, refused } = readOne(span({ events: [decisionEvent(record, beside)] }));
      expect(refused).toEqual([]);
      expect(calls).toMatchObject([
        { start: '42', vantage: 'server', emitter: '0123456789abcdef', origin: 'event', record },
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
    const { calls, fact } = readOne(otlpSpan({ attributes, events, startTimeUnixNano: '7' }));
    expect(calls).toMatchObject([{ vantage: 'gateway', start: '7' }]);
    expect(fact.emitter).toBe('0123456789abcdef');
    const bare = readOne(
      otlpSpan({ events: [decisionEvent(RECORDS.slack, { 'assay.emitter.id': 'no id' })] }),
    );
    expect(bare.calls[0]).toMatchObject({ vantage: 'framework' });
    expect(bare.calls[0]?.emitter).toBeUndefined();
  });

  it('keeps both of two events that differ', () => {
    const events = [decisionEvent(RECORDS.slack), decisionEvent(RECORDS.github)];
    expect(readOne(callSpan({ events })).calls.map(({ record }) => record)).toEqual([
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
    const { calls, fact, refused } = readOne(callSpan({ events: [event] }));
    expect(refused.join()).toContain(message);
    expect(calls).toMatchObject([{ origin: 'derived' }]);
    expect(fact.broken).toEqual(['decision']);
  });

  it('tells an unattributed tool span, unless every tool span is taken in', () => {
    const span = otlpSpan({
      name: 'execute_tool search',
      attributes: [
        otlpAttribute('gen_ai.operation.name', { stringValue: 'execute_tool' }),
        otlpAttribute('gen_ai.tool.name', { stringValue: 'search' }),
      ],
    });
    expect(readOne(span)).toMatchObject({ calls: [], fact: { tool: 'unattributed' }, refused: [] });
    expect(readOne(span, 'all')).toMatchObject({ calls: [{ vantage: 'framework' }] });
    expect(readOne(span, 'all').fact.tool).toBeUndefined();
  });

  it('makes no record of other spans, and no negative duration', () => {
    expect(readOne(otlpSpan()).calls).toEqual([]);
    expect(readOne(callSpan({ endTimeUnixNano: '1' })).calls).toMatchObject([{ duration: '0' }]);
  });
});
