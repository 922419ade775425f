import { describe, expect, it } from 'vitest';
import { mayBeToolSpan } from '../../src/dialect/fingerprint.ts';
import { recognise } from '../../src/dialect/recognise.ts';
import { fixtureDialects, loadFixtures } from './load-fixture.ts';

describe.each(fixtureDialects())('fixtures of %s', (dialect) => {
  it.each(loadFixtures(dialect))('$name', ({ spans, options, expected }) => {
    const recognised = spans.map((span) => recognise(span, options));
    // Through JSON, as the expectation is: `undefined` is left out there.
    expect(JSON.parse(JSON.stringify(recognised))).toEqual(expected);
  });

  it('every span of them passes the fingerprint, unless it is none of its business', () => {
    for (const { spans, options } of loadFixtures(dialect)) {
      for (const span of spans) {
        const isOther = recognise(span, { ...options, handOver: undefined }).is === 'other';
        expect(isOther || mayBeToolSpan(span.scope.name, span.name, span.attributes)).toBe(true);
      }
    }
  });
});
