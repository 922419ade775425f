import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import type { Mark } from '../../src/run/mark.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { CallFact, SpanFact } from '../../src/run/span-fact.ts';
import { RECORDS } from '../schema/records.ts';
import { call, traced } from './traced.ts';

const TRACES = ['0af7651916cd43dd8448eb211c80319c', '1af7651916cd43dd8448eb211c80319c'] as const;
const SPANS = ['00f067aa0ba902b7', '01f067aa0ba902b7', '02f067aa0ba902b7'] as const;

function callFact(parts: Partial<CallFact> = {}): CallFact {
  return {
    origin: 'derived',
    record: canonicalJson(RECORDS.github),
    vantage: 'client',
    start: '1796000000000000000',
    duration: '250000000',
    ...parts,
  };
}

function fact(parts: Partial<SpanFact> = {}): SpanFact {
  return { trace: TRACES[0], span: SPANS[0], ...parts };
}

function stateOf(elements: readonly (SpanFact | Mark)[]): RunState {
  const state = new RunState();
  for (const one of elements) {
    if ('mark' in one) state.mark(one);
    else state.add(one);
  }
  return state;
}

const documents = (facts: readonly SpanFact[], all = false) => [...stateOf(facts).documents({ all })];

describe('RunState', () => {
  it('orders records by time as a number, then trace id, then span id', () => {
    const at = (start: string, span: string) => fact({ span, calls: [callFact({ start })] });
    const [run] = documents([
      at('18446744073709551615', 'ff'),
      at('1000', SPANS[1]),
      at('1000', SPANS[0]),
      at('999', SPANS[2]),
    ]);
    const places = run?.index.records.map((entry) => [entry.start_time_unix_nano, entry.span_ids[0]]);
    expect(places).toEqual([
      ['999', SPANS[2]],
      ['1000', SPANS[0]],
      ['1000', SPANS[1]],
      ['18446744073709551615', 'ff'],
    ]);
  });

  it('writes an index that names the records of the surface', () => {
    const unknown = callFact({ record: canonicalJson(RECORDS.unknown), emitter: 'e'.repeat(16) });
    const [run] = documents([
      fact({ service: 'agent', calls: [callFact()] }),
      fact({ span: SPANS[1], calls: [unknown] }),
    ]);
    expect(run?.surface.observed_tool_decisions).toEqual([RECORDS.github, RECORDS.unknown]);
    expect(run?.index.records).toEqual([
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
    ]);
  });

  it('takes an intact event before what was derived from the same span, and keeps events that differ', () => {
    const derived = fact({ calls: [callFact({ record: canonicalJson(RECORDS.githubIncomplete) })] });
    const event = fact({ calls: [callFact({ origin: 'event' })] });
    const other = fact({ calls: [callFact({ origin: 'event', record: canonicalJson(RECORDS.unknown) })] });
    const classifications = (facts: readonly SpanFact[]) =>
      documents(facts)[0]
        ?.surface.observed_tool_decisions.map((record) => record.classification)
        .sort();
    expect(classifications([derived, event])).toEqual(['classified']);
    expect(classifications([event, derived, event])).toEqual(['classified']);
    expect(classifications([other, event, derived])).toEqual(['classified', 'observed_unknown_tool']);
  });

  it('puts traces of one run id together and shows only runs of interest', () => {
    const runs = { resource: 'job' };
    const facts = [
      fact({ runs, calls: [callFact()] }),
      fact({ trace: TRACES[1], runs, calls: [callFact({ start: '1' })] }),
      fact({ trace: 'a'.repeat(32) }),
      fact({ trace: 'b'.repeat(32), tool: 'unattributed' }),
    ];
    const shown = documents(facts).map(({ runId, index }) => [runId, index.records.length]);
    expect(shown).toEqual([
      ['b'.repeat(32), 0],
      ['job', 2],
    ]);
    expect(documents(facts, true).map(({ runId }) => runId)).toEqual(['a'.repeat(32), 'b'.repeat(32), 'job']);
  });
});

describe('a state is a semilattice', () => {
  const oneOf = <const T extends readonly unknown[]>(values: T) =>
    fc.constantFrom(...(values as readonly T[number][]));
  const calls = fc.record({
    origin: oneOf(['event', 'derived'] as const),
    record: oneOf(Object.values(RECORDS)).map(canonicalJson),
    vantage: oneOf(['client', 'server', 'framework'] as const),
    start: oneOf(['0', '9', '10']),
    duration: oneOf(['1', '2']),
    emitter: oneOf(['e'.repeat(16), undefined]),
    epoch: oneOf(['1-a', undefined]),
    sequence: oneOf([1, 2, undefined]),
  });
  const facts = fc.record({
    trace: oneOf(TRACES),
    span: oneOf(SPANS),
    parent: oneOf([undefined, ...SPANS]),
    remote: oneOf([undefined, true]),
    service: oneOf([undefined, 'agent', 'server']),
    runs: oneOf([undefined, { resource: 'a' }, { resource: 'b' }, { span: 'c' }]),
    calls: fc.option(fc.array(calls, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  });
  const marks: fc.Arbitrary<Mark> = fc.oneof(
    fc.record({
      mark: fc.constant('loss' as const),
      trace: oneOf(TRACES),
      code: oneOf(['export_failed', 'rejected'] as const),
      reporter: oneOf(['a', 'b']),
      n: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      mark: fc.constant('part' as const),
      trace: oneOf(TRACES),
      part: oneOf(['a-1', 'a-2']),
      revision: oneOf([1, 2]),
    }),
    fc.record({
      mark: fc.constant('fragment' as const),
      trace: oneOf(TRACES),
      of: oneOf(['a-1', 'a-2']),
      revision: oneOf([1, 2]),
      run: oneOf(['a', 'job']),
      numbers: oneOf([
        [],
        [{ emitter: 'e'.repeat(16), epoch: '1-a', calls: [[1, 2]] as [number, number][] }],
      ]),
    }),
  );
  const bytes = (state: RunState) => [...state.documents({ all: true })].map(canonicalJson);

  it('the same facts in any order, repeated, or merged from any parts give the same bytes', () => {
    // Real checkpoints and numbers among made-up ones.
    const real = traced((start) => call(start, 'search').end()).facts;
    const input = fc
      .array(fc.oneof(facts, facts, facts, marks), { maxLength: 10 })
      .map((made) => [...real, ...made]);
    const parted = input.chain((all) =>
      fc.record({
        all: fc.constant(all),
        order: fc.shuffledSubarray(all, { minLength: all.length }),
        again: fc.subarray(all),
        cut: fc.nat(all.length),
      }),
    );
    fc.assert(
      fc.property(parted, ({ all, order, again, cut }) => {
        const whole = bytes(stateOf(all));
        expect(bytes(stateOf([...order, ...again]))).toEqual(whole);
        const left = stateOf(order.slice(0, cut));
        left.merge(stateOf([...again, ...order.slice(cut)]).document());
        expect(bytes(left)).toEqual(whole);
        const stated = (one: RunState) => canonicalJson(one.document());
        expect(stated(left)).toBe(stated(stateOf(all)));
      }),
      { numRuns: 500 },
    );
  });
});
