import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../src/run/documents.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { CallFact, SpanFact } from '../../src/run/span-fact.ts';
import { call, traced } from './traced.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const [OURS, THEIRS, SERVER, ABOVE] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(16));

/** The fact of a call that the processor wrote, and of the root above it. */
const { facts } = traced((start) => call(start, 'add_deploy_key', { owner: 'org', repo: 'repo' }).end());
const written = facts.find(({ calls }) => calls !== undefined) as SpanFact;
const root = { ...(facts.find(({ calls }) => calls === undefined) as SpanFact), trace: TRACE };

type Parts = Omit<Partial<SpanFact>, 'calls'> & { readonly call?: Partial<CallFact> };

function fact(span: string | undefined, { call: said = {}, ...parts }: Parts = {}): SpanFact {
  const [own] = written.calls ?? [];
  return {
    ...written,
    trace: TRACE,
    parent: root.span,
    ...parts,
    span: span ?? '',
    calls: own && [{ ...own, ...said }],
  };
}

const SAME = { sameAs: `${TRACE}-${OURS}` };
const NOBODY = {
  emitter: undefined,
  epoch: undefined,
  sequence: undefined,
  call: { emitter: undefined, epoch: undefined, sequence: undefined },
};
const session = {
  ...root,
  span: '1'.repeat(16),
  parent: root.span,
  checkpoints: undefined,
  calls: undefined,
};
const ours = fact(OURS);
const theirs = fact(THEIRS, { parent: session.span, call: SAME });
const server = (parent: string | undefined) => fact(SERVER, { parent, call: { vantage: 'server' } });
const framework = fact(ABOVE, { call: { vantage: 'framework' } });
const record = (change: (record: { action: object; tool: { name: string }; decision: object }) => void) => {
  const said = JSON.parse(written.calls?.[0]?.record ?? '');
  change(said);
  return { record: JSON.stringify(said) };
};

function read(spans: readonly SpanFact[]) {
  const documents = documentsOf(TRACE, [root, session, ...spans], false);
  return { ...documents, spans: documents.index.records.map(({ span_ids }) => span_ids) };
}
const orders = (spans: readonly SpanFact[]) => fc.shuffledSubarray([...spans], { minLength: spans.length });

describe('a span that is told to be the same call as another', () => {
  it.each<[string, SpanFact[], (string | undefined)[][]]>([
    ['is one record with it', [ours, theirs], [[OURS, THEIRS]]],
    ['also with what is below either', [ours, theirs, server(OURS)], [[OURS, THEIRS, SERVER]]],
    ['as with what is below itself', [ours, theirs, server(THEIRS)], [[OURS, THEIRS, SERVER]]],
    [
      'also where it is above the other, and a framework above both',
      [framework, { ...theirs, parent: ABOVE }, { ...ours, parent: THEIRS }, server(OURS)],
      [[ABOVE, OURS, THEIRS, SERVER]],
    ],
    ['also below it', [ours, { ...theirs, parent: OURS }, server(THEIRS)], [[OURS, THEIRS, SERVER]]],
    ['stands for itself where that one did not come', [theirs], [[THEIRS]]],
    [
      'not where that one is of another side',
      [fact(OURS, { call: { vantage: 'server' } }), theirs],
      [[OURS], [THEIRS]],
    ],
    [
      'not where that one is another process’s',
      [fact(OURS, { call: { emitter: '0123456789abcdef' } }), theirs],
      [[OURS], [THEIRS]],
    ],
    [
      'not where that one is another tool’s',
      [fact(OURS, { call: record(({ tool }) => Object.assign(tool, { name: 'search' })) }), theirs],
      [[OURS], [THEIRS]],
    ],
    [
      'not where that one says the same of a third',
      [fact(OURS, { call: { sameAs: `${TRACE}-${ABOVE}` } }), theirs],
      [[OURS], [THEIRS]],
    ],
    [
      'not where nobody numbered either',
      [fact(OURS, NOBODY), fact(THEIRS, { ...NOBODY, call: { ...NOBODY.call, ...SAME } })],
      [[OURS], [THEIRS]],
    ],
    [
      'not where it is a framework’s, of which no emitter says so',
      [
        fact(OURS, { call: { vantage: 'framework' } }),
        fact(THEIRS, { call: { ...SAME, vantage: 'framework' } }),
      ],
      [[OURS], [THEIRS]],
    ],
    ['not where a copy of its event does not say so', [ours, theirs, fact(THEIRS)], [[OURS], [THEIRS]]],
    [
      'not where a copy of its event names another',
      [ours, theirs, fact(THEIRS, { call: { sameAs: `${OTHER}-${OURS}` } })],
      [[OURS], [THEIRS]],
    ],
    ['where it came twice', [ours, theirs, { ...theirs, remote: true }], [[OURS, THEIRS]]],
    ['not where it names itself', [fact(THEIRS, { call: { sameAs: `${TRACE}-${THEIRS}` } })], [[THEIRS]]],
  ])('%s', (_, spans, expected) => {
    fc.assert(
      fc.property(orders(spans), (order) => {
        expect(read(order).spans).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('contradicts it where their targets differ', () => {
    const other = record(({ action }) => Object.assign(action, { target: {} }));
    const { spans, health } = read([ours, fact(THEIRS, { call: { ...SAME, ...other } })]);
    expect(spans).toEqual([[OURS], [THEIRS]]);
    expect(health.coverage.gaps).toContainEqual(
      expect.objectContaining({ code: 'conflict', what: 'target' }),
    );
  });
});

describe('a call whose record another trace has', () => {
  const away = { sameAs: `${OTHER}-${OURS}` };

  it('has none here, nor has what is below it, and no absence is claimed', () => {
    const { spans, health } = read([fact(THEIRS, { call: away }), server(THEIRS)]);
    expect(spans).toEqual([]);
    expect(health.tool_calls_observed).toBe(0);
    expect([health.claims.no_tool_use, health.claims.no_undeclared_tool_use]).toEqual(['blocked', 'blocked']);
    expect(health.limits).toContainEqual({ code: 'calls_recorded_elsewhere', count: 1 });
  });

  it('has none in either run where each names the other, and neither claims absence', () => {
    const state = new RunState();
    const there = fact(OURS, { trace: OTHER, call: { sameAs: `${TRACE}-${THEIRS}` } });
    const all = [root, { ...root, trace: OTHER }, there, fact(THEIRS, { call: away })];
    for (const one of all) state.add(one);
    const runs = [...state.documents({ all: true })];
    expect(runs.map(({ health }) => [health.claims.no_tool_use, health.limits])).toEqual(
      Array(2).fill(['blocked', [{ code: 'calls_recorded_elsewhere', count: 1 }]]),
    );
  });

  it('is one with it where both are one run', () => {
    const there = fact(OURS, { trace: OTHER, parent: undefined });
    const { spans, health } = read([there, fact(THEIRS, { call: away })]);
    // The index has one trace for each record: the place of the other span is not told.
    expect(spans).toEqual([[OURS]]);
    expect([health.tool_calls_observed, health.limits]).toEqual([1, []]);
  });

  it.each([
    [
      'on it',
      [
        fact(THEIRS, {
          call: { ...away, ...record((said) => Object.assign(said.decision, { source: 'opa' })) },
        }),
      ],
    ],
    [
      'beside it',
      [
        fact(THEIRS, { call: away }),
        {
          ...session,
          span: SERVER ?? '',
          policy: {
            about: 'parent' as const,
            decision: { effect: 'deny' as const, source: 'opa', enforced: true, rule_id: null },
          },
        },
      ],
    ],
  ])('has one here where a policy layer was heard %s', (_, spans) => {
    expect(read(spans).spans).toEqual([[THEIRS]]);
  });
});
