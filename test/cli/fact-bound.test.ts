import { describe, expect, it } from 'vitest';
import { FactBound } from '../../src/cli/fact-bound.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';

const span: SpanFact = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const call = (length: number): SpanFact => ({
  ...span,
  calls: [{ origin: 'derived', record: 'x'.repeat(length), vantage: 'client', start: '1', duration: '1' }],
});

function boundOf(facts: readonly SpanFact[], heapLimit = 4_000_000_000): FactBound {
  const bound = new FactBound(heapLimit);
  for (const fact of facts) bound.add(fact);
  return bound;
}

describe('how many facts fit into a heap', () => {
  it('is what the help says of a heap of 4 GB', () => {
    expect(boundOf([call(1_000)]).maxFacts(0)).toBeGreaterThan(225_000);
    expect(boundOf([span]).maxFacts(0)).toBe(3_000_000);
  });

  it('grows with the heap, and falls with the size of what has come and with the number of runs', () => {
    const bound = boundOf([span, call(1_000)]);
    expect(boundOf([span, call(1_000)], 8_000_000_000).maxFacts(0)).toBe(2 * bound.maxFacts(0));
    expect(boundOf([span, call(9_000)]).maxFacts(0)).toBeLessThan(bound.maxFacts(0) / 4);
    expect(bound.maxFacts(1_000_000)).toBeLessThan(bound.maxFacts(0) / 2);
  });

  it('is never none: what has just come is kept until the next comes', () => {
    expect(boundOf([call(1_000)], 10).maxFacts(1_000)).toBe(1);
  });
});
