import { describe, expect, it } from 'vitest';
import { evidenceOf, type SpanNode } from '../../src/run/evidence.ts';
import { inherited } from '../../src/run/inherited.ts';

const TRACE = 'a'.repeat(32);
const id = (n: number): string => n.toString(16).padStart(16, '0');

/** Spans 1 to `length`, each below the one before it. */
function chain(length: number, parentOfFirst?: number) {
  const facts = Array.from({ length }, (_, at) => ({
    trace: TRACE,
    span: id(at + 1),
    // Says more than what stands above it.
    tool: 'local' as const,
    parent: at === 0 ? parentOfFirst && id(parentOfFirst) : id(at),
  })).map(({ parent, ...fact }) => (parent === undefined ? fact : { ...fact, parent: String(parent) }));
  const evidence = evidenceOf(facts);
  const node = (n: number): SpanNode => evidence.nodes[n - 1] ?? expect.fail('no such span');
  return { evidence, node };
}

describe('what a span has from the spans above it', () => {
  it('is asked of each span once, however many ask and however long the chain', () => {
    const { evidence, node } = chain(20_000);
    let asked = 0;
    const depth = inherited<number>(evidence, {
      atTop: () => 0,
      below(_node, _parent, above) {
        asked += 1;
        return above + 1;
      },
    });
    for (let n = 20_000; n > 0; n -= 1) expect(depth(node(n))).toBe(n - 1);
    expect(asked).toBe(19_999);
  });

  it('ends where a span is its own ancestor', () => {
    const { evidence, node } = chain(3, 3);
    const tops: string[] = [];
    const depth = inherited<number>(evidence, {
      atTop({ span }) {
        tops.push(span);
        return 0;
      },
      below: (_node, _parent, above) => above + 1,
    });
    expect([depth(node(2)), depth(node(1)), depth(node(3))]).toEqual([2, 1, 0]);
    expect(tops).toEqual([id(3)]);
  });
});
