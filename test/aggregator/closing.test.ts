import { describe, expect, it } from 'vitest';
import type { AggregatorLimits } from '../../src/aggregator/limits.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { call, traced } from '../run/traced.ts';
import { aggregating, documentsOfStates, standing } from './aggregating.ts';

const LIMITS: AggregatorLimits = {
  grace: 10,
  idle: 1_000,
  maxAge: 5_000,
  maxOpenRuns: 100,
  retainClosed: 2_000,
};

function run(calls = 2, id?: string): SpanFact[] {
  const { facts } = traced(
    (start) => {
      for (let made = 0; made < calls; made += 1) call(start, 'search').end();
    },
    { attest: { instrumentation: 'configured', sampler: 'declared' } },
  );
  return id === undefined ? [...facts] : facts.map((fact) => ({ ...fact, runs: { resource: id } }));
}

function following(parts: Partial<AggregatorLimits> = {}, isOpen?: (trace: string) => boolean) {
  const { aggregator, emitted } = aggregating({ ...LIMITS, ...parts }, { isOpen });
  return {
    aggregator,
    emitted,
    add(facts: readonly SpanFact[], now: number) {
      for (const fact of facts) aggregator.add(fact, now);
    },
    /** What was emitted, in short. */
    said: () =>
      emitted.map(({ emission, health, surface }) => [
        emission.closed_by,
        emission.revision,
        emission.supersedes,
        emission.fragment,
        health.coverage.state,
        surface.observed_tool_decisions.length,
      ]),
  };
}

describe('a run closes', () => {
  it('when its root has ended and the grace has passed since its last sign', () => {
    const { aggregator, add, said } = following();
    add(run(), 0);
    aggregator.sweep(9);
    expect(said()).toEqual([]);
    aggregator.sweep(10);
    expect(said()).toEqual([['root_ended', 1, null, false, 'complete', 2]]);
    aggregator.sweep(5_000);
    expect(said()).toHaveLength(1);
  });

  it('not while spans of it are open in the process', () => {
    let isOpen = true;
    const { aggregator, add, said } = following({}, () => isOpen);
    add(run(), 0);
    aggregator.sweep(500);
    expect(said()).toEqual([]);
    isOpen = false;
    aggregator.sweep(501);
    expect(said()).toEqual([['root_ended', 1, null, false, 'complete', 2]]);
  });

  it('when it was idle, though its root has not been seen', () => {
    const { aggregator, add, said } = following();
    add(run().slice(0, 1), 0);
    aggregator.sweep(999);
    expect(said()).toEqual([]);
    aggregator.sweep(1_000);
    expect(said()).toEqual([['idle', 1, null, false, 'unknown', 1]]);
  });

  it('at its greatest age, however lively it is', () => {
    const { add, said } = following({ maxAge: 1_500 });
    const [first, second, third] = run(3);
    add([first as SpanFact], 0);
    add([second as SpanFact], 900);
    add([third as SpanFact], 1_700);
    expect(said()).toEqual([['max_age', 1, null, false, 'unknown', 3]]);
  });

  it('when too many are open: the one that was idle for longest', () => {
    const { add, said, emitted } = following({ maxOpenRuns: 2 });
    const runs = [run(1), run(2), run(3)];
    add((runs[0] ?? []).slice(0, 1), 0);
    add((runs[1] ?? []).slice(0, 1), 1);
    add((runs[0] ?? []).slice(1), 2);
    add((runs[2] ?? []).slice(0, 1), 3);
    expect(said()).toEqual([['evicted', 1, null, false, 'unknown', 1]]);
    expect(emitted[0]?.runId).toBe(runs[1]?.[0]?.trace);
  });

  it('with its seal, where it is wider than a trace; its own traces do not close it', () => {
    const { aggregator, add, said } = following();
    add(run(1, 'job'), 0);
    add(run(1, 'job'), 0);
    aggregator.sweep(900);
    expect(said()).toEqual([]);
    add(
      [
        {
          trace: 'f'.repeat(32),
          span: 'f'.repeat(16),
          runs: { resource: 'job' },
          seals: [{ run_id: 'job', parts: [] }],
        },
      ],
      900,
    );
    aggregator.sweep(910);
    expect(said()).toEqual([['root_ended', 1, null, false, 'partial', 2]]);
  });

  it('at the end, whatever is open', () => {
    const { aggregator, add, said } = following();
    add(run(1), 0);
    add(run(2).slice(0, 1), 0);
    aggregator.flush('end_of_input', 1);
    expect(said().sort()).toEqual([
      ['end_of_input', 1, null, false, 'unknown', 1],
      ['root_ended', 1, null, false, 'complete', 1],
    ]);
  });

  it('alone, where one trace is asked for, or only what has ended', () => {
    const { aggregator, add, said } = following();
    const [ended, open] = [run(1), run(2).slice(0, 1)];
    add([...ended, ...open], 0);
    aggregator.flush('shutdown', 1, { trace: open[0]?.trace ?? '' });
    expect(said()).toEqual([['shutdown', 1, null, false, 'unknown', 1]]);
    add(run(3).slice(0, 1), 2);
    aggregator.flush('shutdown', 2, { ended: true });
    expect(said().slice(1)).toEqual([['root_ended', 1, null, false, 'complete', 1]]);
  });

  it('in silence, where nothing in it is ours', () => {
    const { aggregator, emitted } = following();
    aggregator.add({ trace: 'a'.repeat(32), span: 'a'.repeat(16) }, 0);
    aggregator.flush('shutdown', 1);
    aggregator.sweep(10_000);
    expect(emitted).toEqual([]);
    expect(aggregator.isEmpty).toBe(true);
  });
});

describe('what comes late', () => {
  it('amends a run that is still kept, and says which revision it takes the place of', () => {
    const { aggregator, add, said } = following();
    const facts = run(3);
    add(facts.slice(1), 0);
    aggregator.sweep(10);
    add(facts.slice(0, 1), 1_500);
    aggregator.sweep(1_510);
    expect(said()).toEqual([
      ['root_ended', 1, null, false, 'partial', 2],
      ['root_ended', 2, 1, false, 'complete', 3],
    ]);
  });

  it('and was known already changes nothing', () => {
    const { aggregator, add, said } = following();
    const facts = run(3);
    add(facts, 0);
    aggregator.sweep(10);
    add(facts, 20);
    aggregator.sweep(1_000);
    expect(said()).toHaveLength(1);
  });

  it('is a fragment once the evidence was forgotten: its numbers are elsewhere, and not missing', () => {
    const { aggregator, add, said, emitted } = following();
    const facts = run(3);
    add(facts.slice(0, 1), 0);
    aggregator.sweep(1_000);
    aggregator.sweep(4_000);
    expect(aggregator.isEmpty).toBe(true);
    add(facts.slice(1), 5_000);
    aggregator.sweep(5_010);
    expect(said()).toEqual([
      ['idle', 1, null, false, 'unknown', 1],
      ['root_ended', 2, null, true, 'partial', 2],
    ]);
    const gaps = emitted[1]?.health.coverage.gaps;
    expect(gaps?.map(({ code, what, missing }) => [code, what, missing])).toEqual([
      ['evicted', 'fragment', [[1, 1]]],
      ['seal_mismatch', undefined, undefined],
    ]);
  });

  it('is whole with its earlier part, whatever came and went between that says nothing', () => {
    const { aggregator, add, emitted } = following();
    const all = run();
    const root = all.filter(({ checkpoints }) => checkpoints !== undefined);
    const calls = all.filter((fact) => !root.includes(fact));
    const [{ trace } = expect.fail('no call')] = calls;
    add(calls, 0);
    aggregator.sweep(1_000);
    aggregator.sweep(3_000);
    // A span of somebody else, late: forgotten again without a word.
    add([{ trace, span: 'b'.repeat(16), parent: 'c'.repeat(16) }], 3_100);
    aggregator.sweep(4_200);
    aggregator.sweep(6_300);
    add(root, 6_400);
    aggregator.sweep(6_500);
    expect(emitted.map(({ emission }) => emission.fragment)).toEqual([false, true]);
    const [text = expect.fail('no run'), ...more] = documentsOfStates(
      standing(emitted).map(({ state }) => state),
    );
    expect(more).toEqual([]);
    expect(JSON.parse(text).health.coverage).toMatchObject({ state: 'complete', gaps: [] });
  });

  it('names another run for its trace: what was said under the old id is taken back', () => {
    const { aggregator, add, emitted } = following();
    const facts = run(1);
    add(facts, 0);
    aggregator.sweep(10);
    add(
      [{ trace: facts[0]?.trace ?? '', span: 'f'.repeat(16), runs: { span: 'job' }, parent: undefined }],
      20,
    );
    aggregator.flush('shutdown', 30);
    const last = new Map(emitted.map((one) => [one.runId, one]));
    expect(last.get('job')?.surface.observed_tool_decisions).toHaveLength(1);
    expect(last.get(facts[0]?.trace ?? '')?.surface.observed_tool_decisions).toEqual([]);
    expect(last.get(facts[0]?.trace ?? '')?.emission).toMatchObject({ revision: 2, supersedes: 1 });
  });

  it('says what could not be passed on, without a gap', () => {
    const { aggregator, add, emitted } = following();
    const facts = run(1);
    add(facts, 0);
    aggregator.lost('export_failed', facts[0]?.trace ?? '', 2, 1);
    aggregator.lost('export_failed', facts[0]?.trace ?? '', 1, 1);
    aggregator.lost('export_failed', 'e'.repeat(32), 1, 1);
    aggregator.sweep(20);
    expect(emitted[0]?.health.coverage).toMatchObject({
      state: 'complete',
      notes: [{ code: 'export_failed', count: 3 }],
    });
  });
});
