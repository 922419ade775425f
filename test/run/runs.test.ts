import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import type { ObservedRecord } from '../../src/run/observed-record.ts';
import { Runs } from '../../src/run/runs.ts';
import { RECORDS } from '../schema/records.ts';
import { spanView } from './span-views.ts';

const TRACES = ['0af7651916cd43dd8448eb211c80319c', '1af7651916cd43dd8448eb211c80319c'] as const;
const SPANS = ['00f067aa0ba902b7', '01f067aa0ba902b7', '02f067aa0ba902b7'] as const;

function observed(parts: Partial<ObservedRecord> = {}): ObservedRecord {
  const record = parts.record ?? RECORDS.github;
  return {
    traceId: TRACES[0],
    spanId: SPANS[0],
    startTimeUnixNano: '1796000000000000000',
    durationNano: '250000000',
    service: 'agent',
    vantage: 'client',
    emitter: null,
    origin: 'derived',
    conflicts: [],
    recordString: canonicalJson(record),
    record,
    ...parts,
  };
}

function documentsOf(records: readonly ObservedRecord[]) {
  const runs = new Runs();
  for (const record of records) runs.addRecord(record);
  return [...runs.documents({ all: false })];
}

describe('Runs', () => {
  it('orders records by time as a number, then trace id, then span id', () => {
    const [first, second, third, fourth] = [
      observed({ startTimeUnixNano: '999', spanId: SPANS[2] }),
      observed({ startTimeUnixNano: '1000', spanId: SPANS[0] }),
      observed({ startTimeUnixNano: '1000', spanId: SPANS[1] }),
      observed({ startTimeUnixNano: '18446744073709551615', spanId: SPANS[0] }),
    ];
    const [run] = documentsOf([{ ...fourth, spanId: 'ff' }, third, second, first]);
    expect(run?.index.records.map((entry) => entry.start_time_unix_nano)).toEqual([
      '999',
      '1000',
      '1000',
      '18446744073709551615',
    ]);
    expect(run?.index.records[1]?.span_ids).toEqual([SPANS[0]]);
  });

  it('writes a surface and an index that name the same records', () => {
    const [run] = documentsOf([
      observed(),
      observed({ spanId: SPANS[1], record: RECORDS.unknown, emitter: 'e'.repeat(16) }),
    ]);
    expect(run?.surface.schema).toBe('assay.tool_decision_surface.v0');
    expect(run?.surface.observed_tool_decisions).toEqual([RECORDS.github, RECORDS.unknown]);
    expect(run?.index).toEqual({
      schema: 'assay.tool_observation_index.v0',
      run_id: TRACES[0],
      records: [
        {
          trace_id: TRACES[0],
          span_ids: [SPANS[0]],
          start_time_unix_nano: '1796000000000000000',
          duration_nano: '250000000',
          service: 'agent',
          vantage: 'client',
          emitter: null,
          record_digest: digestOf(canonicalJson(RECORDS.github)),
        },
        expect.objectContaining({
          emitter: 'e'.repeat(16),
          record_digest: digestOf(canonicalJson(RECORDS.unknown)),
        }),
      ],
    });
  });

  it('takes an intact event before what was derived from the same span, and keeps events that differ', () => {
    const derived = observed({ record: RECORDS.githubIncomplete });
    const event = observed({ origin: 'event' });
    const otherEvent = observed({ origin: 'event', record: RECORDS.unknown });
    const classifications = (records: readonly ObservedRecord[]) =>
      documentsOf(records)[0]?.surface.observed_tool_decisions.map((record) => record.classification);
    expect(classifications([derived, event])).toEqual(['classified']);
    expect(classifications([event, derived, event])).toEqual(['classified']);
    expect(classifications([otherEvent, event, derived])).toEqual(['classified', 'observed_unknown_tool']);
  });

  it('puts traces of one run id together and shows only runs of interest', () => {
    const runs = new Runs();
    const job = { resource: { 'assay.run.id': 'job' } };
    runs.addSpan(spanView({ traceId: TRACES[0], ...job }), false);
    runs.addSpan(spanView({ traceId: TRACES[1], ...job }), false);
    runs.addSpan(spanView({ traceId: 'a'.repeat(32) }), false);
    runs.addSpan(spanView({ traceId: 'b'.repeat(32) }), true);
    runs.addRecord(observed());
    runs.addRecord(observed({ traceId: TRACES[1], startTimeUnixNano: '1' }));
    const shown = [...runs.documents({ all: false })];
    expect(shown.map((run) => [run.runId, run.index.records.length])).toEqual([
      ['b'.repeat(32), 0],
      ['job', 2],
    ]);
    expect([...runs.documents({ all: true })].map((run) => run.runId)).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
      'job',
    ]);
  });

  it('gives the same bytes whatever the order and the repetition of its input', () => {
    const oneOf = <const T extends readonly unknown[]>(values: T) =>
      fc.constantFrom(...(values as readonly T[number][]));
    const record = fc.record({
      traceId: oneOf(TRACES),
      spanId: oneOf(SPANS),
      startTimeUnixNano: oneOf(['0', '9', '10']),
      durationNano: oneOf(['1', '2']),
      service: oneOf(['agent', '', null]),
      vantage: oneOf(['client', 'server'] as const),
      emitter: oneOf(['e'.repeat(16), null]),
      origin: oneOf(['event', 'derived'] as const),
      record: oneOf(Object.values(RECORDS)),
    });
    const span = fc.record({
      traceId: oneOf(TRACES),
      parentSpanId: oneOf([undefined, SPANS[0]]),
      parentIsRemote: oneOf([undefined, true]),
      resource: oneOf([{}, { 'assay.run.id': 'a' }, { 'assay.run.id': 'b' }, { key: 'c' }]),
      attributes: oneOf([{}, { 'assay.run.id': 'a' }, { 'assay.run.id': 'b' }, { key: 'd' }]),
    });
    const input = fc.array(
      fc.oneof(
        record.map((parts) => ({ kind: 'record' as const, value: observed(parts) })),
        span.map((parts) => ({ kind: 'span' as const, value: spanView(parts) })),
      ),
      { maxLength: 12 },
    );
    const bytes = (items: readonly (typeof input extends fc.Arbitrary<infer T> ? T : never)[number][]) => {
      const runs = new Runs({ runKey: 'key' });
      for (const item of items) {
        if (item.kind === 'record') runs.addRecord(item.value);
        else runs.addSpan(item.value, false);
      }
      return [...runs.documents({ all: true })].map(canonicalJson);
    };
    const shuffled = input.chain((items) =>
      fc
        .tuple(fc.shuffledSubarray(items, { minLength: items.length }), fc.subarray(items))
        .map(([order, again]) => ({ items, again: [...again, ...order, ...again] })),
    );
    fc.assert(
      fc.property(shuffled, ({ items, again }) => {
        expect(bytes(again)).toEqual(bytes(items));
      }),
      { numRuns: 1000 },
    );
  });
});
