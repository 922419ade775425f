import { describe, expect, it } from 'vitest';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { Outlet, type WriteResult } from '../../src/serve/outlet.ts';
import { aggregating } from '../aggregator/aggregating.ts';

const EMITTED = emitted();

/** Three writings of one run, and one of another. */
function emitted(): EmittedRun[] {
  const { aggregator, emitted: runs } = aggregating({}, { all: true });
  for (const [at, span] of ['a', 'b', 'c'].entries()) {
    aggregator.add({ trace: '1'.repeat(32), span: span.repeat(16), tool: 'unattributed' }, at);
    aggregator.flush('shutdown', at);
  }
  aggregator.add({ trace: '2'.repeat(32), span: 'a'.repeat(16), tool: 'unattributed' }, 9);
  aggregator.flush('shutdown', 9);
  return runs;
}

/** An outlet whose output answers as it is told to. */
function writing(answer: (attempt: number) => WriteResult | Promise<WriteResult>) {
  const seen: string[] = [];
  let attempts = 0;
  const outlet = new Outlet({
    write: async ({ runId, emission }) => {
      attempts += 1;
      const result = await answer(attempts);
      if (result === 'written') seen.push(`${runId[0]} ${emission.revision}`);
      return result;
    },
    wrote: ({ runId }, result) => {
      if (result !== 'written') seen.push(`${runId[0]} ${result}`);
    },
    gone: () => seen.push('gone'),
  });
  return { outlet, seen };
}

describe('an outlet', () => {
  it('gives in order, and steps that follow come after what was pushed before them', async () => {
    const { outlet, seen } = writing(() => 'written');
    const [first, , , other] = EMITTED;
    if (first === undefined || other === undefined) throw new Error('Expected emissions');
    outlet.push(first);
    outlet.afterwards(async () => void seen.push('step'));
    outlet.push(other);
    await outlet.drained();
    expect(seen).toEqual(['1 1', 'step', '2 1']);
  });

  it('passes over what was superseded while it waited', async () => {
    const { outlet, seen } = writing(() => 'written');
    for (const run of EMITTED) outlet.push(run);
    // The first is on its way already.
    expect(outlet.waiting).toBe(3);
    await outlet.drained();
    expect(seen).toEqual(['1 1', '1 3', '2 1']);
  });

  it('goes on after what is refused for good', async () => {
    const { outlet, seen } = writing((attempt) => (attempt === 1 ? 'refused' : 'written'));
    for (const run of [...EMITTED].reverse()) outlet.push(run);
    await outlet.drained();
    expect(seen[0]).toBe('2 refused');
    expect(seen).toHaveLength(4);
    expect(outlet.waiting).toBe(0);
  });

  it('ends where nobody reads any more', async () => {
    const { outlet, seen } = writing(() => 'gone');
    for (const run of EMITTED) outlet.push(run);
    await outlet.drained();
    expect(seen).toEqual(['gone', '1 gone']);
    expect(outlet.isStopped).toBe(true);
  });

  it('gives up an output that fails when it is told to', async () => {
    const { outlet } = writing((attempt) => {
      if (attempt === 2) outlet.stop();
      return 'failed';
    });
    for (const run of EMITTED) outlet.push(run);
    await outlet.drained();
    expect(outlet.isStopped).toBe(true);
    // What was under way is among what it did not take.
    expect(outlet.waiting).toBe(3);
  });
});
