import { describe, expect, it } from 'vitest';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { aggregating } from './aggregating.ts';

const LIMITS = { grace: 10, idle: 10, retainClosed: 1_000 };
/** Of a portion. */
const MOST = 100;

const traceId = (n: number): string => n.toString(16).padStart(32, '0');
const fact = (n: number, span = 1): SpanFact => ({
  trace: traceId(n),
  span: span.toString(16).padStart(16, '0'),
  tool: 'unattributed',
});

/** So many runs of a span each, the first of them first, none of them closed. */
function holding(runs: number, limits: Partial<typeof LIMITS> = {}, facts = fact) {
  const { aggregator, emitted } = aggregating({ ...LIMITS, maxOpenRuns: runs + 10, ...limits });
  for (let n = 1; n <= runs; n += 1) aggregator.add(facts(n), 0);
  const ids = () => emitted.map(({ runId }) => Number.parseInt(runId, 16));
  return { aggregator, emitted, ids };
}

const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, n) => from + n);

describe('a sweep of many runs that are due', () => {
  it('closes a portion of them, the longest idle first, and says that there is more', () => {
    const { aggregator, ids } = holding(250);
    expect([aggregator.sweep(10), ids()]).toEqual([true, upTo(100)]);
    expect([aggregator.sweep(10), ids()]).toEqual([true, upTo(200)]);
    expect([aggregator.sweep(10), ids()]).toEqual([false, upTo(250)]);
    expect([aggregator.sweep(10), aggregator.openRuns, ids().length]).toEqual([false, 0, 250]);
  });

  it('closes fewer where each holds more: a portion is a piece of work', () => {
    const large = (n: number): SpanFact => ({
      ...fact(n),
      tool: undefined,
      checkpoints: Array.from({ length: 200 }, () => ({ from: '0' }) as never),
    });
    const { aggregator } = holding(20, {}, large);
    const sizes: number[] = [];
    for (let isDue = true; isDue; ) {
      const before = aggregator.openRuns;
      isDue = aggregator.sweep(10);
      sizes.push(before - aggregator.openRuns);
    }
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
  });

  it('forgets in portions too, and still forgets all', () => {
    const forgotten: string[] = [];
    const { aggregator } = aggregating(
      { ...LIMITS, maxOpenRuns: 1_000 },
      { forgot: (t) => forgotten.push(t) },
    );
    for (let n = 1; n <= 250; n += 1) aggregator.add(fact(n), 0);
    aggregator.flush('shutdown', 10);
    const counts: number[] = [];
    for (let isDue = true; isDue; counts.push(forgotten.length)) isDue = aggregator.sweep(2_000);
    expect(counts).toEqual([100, 200, 250]);
    expect(aggregator.isEmpty).toBe(true);
    expect(forgotten).toEqual(upTo(250).map(traceId));
  });

  it('looks at runs that are not due in portions, and finds those behind them', () => {
    const rootless = (n: number): SpanFact => ({ ...fact(n), parent: 'b'.repeat(16) });
    const { aggregator, emitted } = holding(25_000, { idle: 100 }, rootless);
    aggregator.add(fact(30_000), 0);
    const looks: number[] = [];
    for (let isDue = true; isDue; looks.push(emitted.length)) isDue = aggregator.sweep(20);
    expect(looks).toEqual([0, 0, 1]);
    expect(aggregator.openRuns).toBe(25_000);
  });
});

describe('between two portions', () => {
  it('what comes for a run that is due and open keeps it open, with all that it had', () => {
    const { aggregator, emitted, ids } = holding(150);
    aggregator.sweep(10);
    aggregator.add(fact(150, 2), 11);
    while (aggregator.sweep(11));
    expect(ids()).not.toContain(150);
    expect(aggregator.openRuns).toBe(1);
    aggregator.flush('shutdown', 12);
    expect(emitted.at(-1)?.state.spans).toHaveLength(2);
  });

  it('what comes anew does not lengthen the sweep that was begun', () => {
    const { aggregator } = holding(150);
    let sweeps = 1;
    for (; aggregator.sweep(10) && sweeps < 50; sweeps += 1)
      for (let n = 0; n < MOST; n += 1) aggregator.add(fact(1_000 * sweeps + n), 10);
    expect(sweeps).toBeLessThan(5);
  });

  it('a run whose traces all turn out to be of another is gone from the rest', () => {
    const { aggregator, ids } = holding(150);
    aggregator.sweep(10);
    aggregator.add({ ...fact(150, 2), runs: { span: 'job' } }, 11);
    while (aggregator.sweep(11));
    aggregator.flush('shutdown', 12);
    expect(ids().length).toBe(150);
    expect(ids()).not.toContain(150);
  });
});

describe('adding a fact', () => {
  it('closes a few of the runs that are due, and with further facts all of them', () => {
    const { aggregator, ids } = holding(250);
    const closed: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const before = ids().length;
      aggregator.add(fact(1_000 + n), 15);
      closed.push(ids().length - before);
    }
    expect(Math.max(...closed)).toBe(2);
    expect(ids()).toEqual(upTo(250));
  });

  it('closes none where only a sweep does', () => {
    const { aggregator, emitted } = aggregating(LIMITS, { sweepsWhenAsked: true });
    aggregator.add(fact(1), 0);
    aggregator.add(fact(2), 5_000);
    expect(emitted).toEqual([]);
    aggregator.sweep(5_000);
    expect(emitted).toHaveLength(1);
  });
});

describe('a flush', () => {
  it('closes all at once, in the midst of a sweep too', () => {
    const { aggregator, ids } = holding(350);
    aggregator.sweep(10);
    aggregator.flush('end_of_input', 10);
    expect(ids()).toEqual(upTo(350));
    expect([aggregator.openRuns, aggregator.sweep(10), ids().length]).toEqual([0, false, 350]);
  });

  it('closes all in portions, once each, whatever else closes or comes between', () => {
    const { aggregator, ids } = holding(350);
    const portions = aggregator.flushing('shutdown', 10);
    const counts: number[] = [];
    while (portions.next().done !== true) {
      counts.push(ids().length);
      aggregator.sweep(10);
      aggregator.add(fact(1_000 + counts.length), 10);
    }
    expect(counts[0]).toBe(MOST);
    expect(counts.length).toBeGreaterThan(1);
    expect([...ids()].sort((a, b) => a - b)).toEqual(upTo(350));
    expect(aggregator.openRuns).toBe(counts.length);
  });
});
