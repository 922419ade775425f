import { describe, expect, it } from 'vitest';
import type { RunDocuments } from '../../../src/run/documents.ts';
import { RunState } from '../../../src/run/run-state.ts';
import type { SpanFact } from '../../../src/run/span-fact.ts';
import { fixtureDialects, loadFixtures } from '../../dialect/load-fixture.ts';
import { hop } from './hop.ts';
import { samePlace } from './same-place.ts';

const FIXTURES = fixtureDialects().flatMap((dialect) =>
  loadFixtures(dialect).map((fixture) => [`${dialect}/${fixture.name}`, fixture.spans] as const),
);

describe.each(['mcp', 'all'] as const)(
  'under toolSpans %s the next receiver says the same of',
  (toolSpans) => {
    it.each(FIXTURES)('%s', (_name, spans) => {
      const first = hop(spans, toolSpans);
      expect(first.there.map(samePlace)).toEqual(first.here.map(samePlace));
      expect(documentsOf(first.there)).toEqual(documentsOf(first.here));
      const second = hop(first.spans, toolSpans);
      expect(second.there).toEqual(second.here);
      expect(second.there.map(samePlace)).toEqual(first.here.map(samePlace));
      expect(first.body).not.toContain('FAKE');
    });
  },
);

it.each(FIXTURES)(
  'a receiver that takes tool spans in has the same calls after one that did not, of %s',
  (_name, spans) => {
    const { here } = hop(spans, 'all');
    const { there } = hop(spans, 'mcp', 'all');
    expect(documentsOf(there).map(({ surface }) => surface)).toEqual(
      documentsOf(here).map(({ surface }) => surface),
    );
  },
);

/** But for `redaction_active`: of spans that were scrubbed on their way it is true. */
function documentsOf(facts: readonly SpanFact[]) {
  const state = new RunState();
  for (const fact of facts) state.add(fact);
  return [...state.documents({ all: true })].map(({ surface, health, index }: RunDocuments) => {
    const { redaction_active: _, ...said } = health;
    return { surface, health: said, index };
  });
}
