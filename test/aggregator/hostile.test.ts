import { describe, expect, it } from 'vitest';
import { Aggregator } from '../../src/aggregator/aggregator.ts';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { DEFAULT_LIMITS } from '../../src/aggregator/limits.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { call, traced } from '../run/traced.ts';
import { aggregating, documentsOfStates } from './aggregating.ts';

const MINUTE = 60_000;

function run(id?: string): SpanFact[] {
  const { facts } = traced(
    (start) => {
      call(start, 'search').end();
      call(start, 'fetch').end();
    },
    { attest: { instrumentation: 'configured', sampler: 'declared' } },
  );
  return id === undefined ? [...facts] : facts.map((fact) => ({ ...fact, runs: { resource: id } }));
}

describe('what was forgotten', () => {
  it('is remembered where it bore on coverage, though it was not worth showing', () => {
    const { aggregator, emitted } = aggregating({ idle: MINUTE, retainClosed: 0 });
    const facts = run();
    const { trace = '', service } = facts[0] ?? {};
    aggregator.add({ trace, span: 'a'.repeat(16), parent: 'b'.repeat(16), service, mcp: 'tools/list' }, 0);
    aggregator.sweep(60 * MINUTE);
    expect(aggregator.isEmpty).toBe(true);
    for (const fact of facts) aggregator.add(fact, 61 * MINUTE);
    aggregator.flush('shutdown', 61 * MINUTE);
    expect(emitted.map(({ emission, health }) => [emission.fragment, health.coverage.state])).toEqual([
      [true, 'partial'],
    ]);
  });

  it('leaves no run complete that goes on in another trace', () => {
    const { aggregator, emitted } = aggregating({ idle: MINUTE, retainClosed: 0 });
    for (const fact of run('job')) aggregator.add(fact, 0);
    aggregator.sweep(20 * MINUTE);
    const [second] = [run('job')];
    for (const fact of second) aggregator.add(fact, 21 * MINUTE);
    aggregator.flush('shutdown', 21 * MINUTE);
    expect(emitted.map(({ emission }) => emission.fragment)).toEqual([false, true]);
    expect(emitted[1]?.health.coverage.gaps.map(({ code }) => code)).toContain('evicted');
    // United, the parts know each other.
    const [whole] = documentsOfStates(emitted.map(({ state }) => state)).map((text) => JSON.parse(text));
    expect(whole.health.coverage.gaps.map(({ code }: { code: string }) => code)).not.toContain('evicted');
    expect(whole.surface.observed_tool_decisions).toHaveLength(4);
  });

  it('is missed in the form in which the fragment came after it, not in an earlier one', () => {
    const { aggregator, emitted } = aggregating({ grace: 0, idle: MINUTE, retainClosed: 0 });
    const facts = run();
    aggregator.add(facts[0] as SpanFact, 0);
    aggregator.flush('shutdown', 1);
    aggregator.add(facts[1] as SpanFact, 2);
    aggregator.flush('shutdown', 3);
    aggregator.sweep(20 * MINUTE);
    for (const fact of facts.slice(2)) aggregator.add(fact, 21 * MINUTE);
    aggregator.flush('shutdown', 21 * MINUTE);
    const [first, second, third] = emitted as [EmittedRun, EmittedRun, EmittedRun];
    const stateOf = (...runs: readonly EmittedRun[]) =>
      documentsOfStates(runs.map(({ state }) => state)).map((text) => JSON.parse(text).health.coverage.state);
    expect(stateOf(first, third)).toEqual(['partial']);
    expect(stateOf(second, third)).toEqual(['complete']);
  });
});

describe('a run that never rests', () => {
  it('is given away at its greatest age, and not at every look from then on', () => {
    const { aggregator, emitted } = aggregating({ maxAge: 10 * MINUTE, retainClosed: 60 * MINUTE });
    const facts = run('job');
    for (let at = 0; at < 40; at += 1) {
      const span = at.toString(16).padStart(16, '0');
      aggregator.add({ ...(facts[0] as SpanFact), span }, at * MINUTE);
      aggregator.sweep(at * MINUTE + 1);
    }
    expect(emitted.length).toBeGreaterThan(1);
    expect(emitted.length).toBeLessThanOrEqual(5);
  });
});

describe('whoever gets a run may call back', () => {
  it('runs come in order, one after the other, and none is lost', () => {
    const got: number[] = [];
    let depth = 0;
    let deepest = 0;
    const aggregator: Aggregator = new Aggregator({
      limits: DEFAULT_LIMITS,
      emittedBy: 'test',
      reporter: 'abcdef0123456789',
      emit: ({ surface }) => {
        depth += 1;
        deepest = Math.max(deepest, depth);
        got.push(surface.observed_tool_decisions.length);
        aggregator.flush('shutdown', 1);
        if (got.length < 20) for (const fact of run()) aggregator.add(fact, 1);
        depth -= 1;
      },
    });
    for (let made = 0; made < 10; made += 1) for (const fact of run()) aggregator.add(fact, 0);
    aggregator.flush('shutdown', 1);
    aggregator.flush('shutdown', 1);
    expect(deepest).toBe(1);
    expect(got.length).toBeGreaterThanOrEqual(20);
  });

  it('what it adds to a run that is being evicted is bounded as all else', () => {
    const spans: SpanFact[] = [];
    const aggregator: Aggregator = new Aggregator({
      limits: DEFAULT_LIMITS,
      emittedBy: 'test',
      reporter: 'abcdef0123456789',
      maxBytes: 10_000,
      emit: ({ runId }) => {
        if (spans.length > 50) return;
        const span = spans.length.toString(16).padStart(16, '0');
        spans.push({ trace: runId, span, parent: 'b'.repeat(16), tool: 'unattributed' });
        aggregator.add(spans.at(-1) as SpanFact, 0);
      },
    });
    for (let made = 0; made < 20; made += 1) for (const fact of run()) aggregator.add(fact, 0);
    expect(aggregator.openRuns).toBeLessThanOrEqual(10);
  });
});
