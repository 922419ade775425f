import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { call, traced } from '../run/traced.ts';
import { aggregating, documentsOfFacts, documentsOfStates, standing } from './aggregating.ts';

/** Runs of real spans, some of them under one id. */
const RUNS: readonly (readonly SpanFact[])[] = Array.from({ length: 6 }, (_, at) => {
  const { facts } = traced(
    (start) => {
      for (let made = 0; made <= at % 3; made += 1) call(start, `tool_${made}`).end();
    },
    { attest: { instrumentation: 'configured', sampler: 'declared' } },
  );
  const id = ['a', 'a', 'b'][at];
  return id === undefined ? facts : facts.map((fact) => ({ ...fact, runs: { resource: id } }));
});

const limits = fc.record({
  grace: fc.constantFrom(0, 5, 50),
  idle: fc.constantFrom(1, 20, 200),
  maxAge: fc.constantFrom(10, 1_000),
  maxOpenRuns: fc.integer({ min: 1, max: 4 }),
  retainClosed: fc.constantFrom(0, 30, 1_000),
});

const history = fc.record({
  limits,
  maxBytes: fc.integer({ min: 1, max: 200_000 }),
  order: fc.shuffledSubarray(RUNS.flat(), { minLength: RUNS.flat().length }),
  again: fc.subarray(RUNS.flat()),
  steps: fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }),
});

describe('closing, evicting and amending lose nothing', () => {
  it('what stands in the end, united, is all that was sent', () => {
    const holds = fc.property(history, ({ limits, maxBytes, order, again, steps }) => {
      const { aggregator, emitted } = aggregating(limits, { maxBytes });
      let now = 0;
      const sent = [...order, ...again];
      sent.forEach((fact, at) => {
        now += steps[at % steps.length] ?? 0;
        aggregator.add(fact, now);
      });
      aggregator.flush('end_of_input', now);
      const left = standing(emitted);
      const records = left.flatMap(({ surface }) => surface.observed_tool_decisions);
      expect(records.length).toBeGreaterThanOrEqual(RUNS.flat().filter(({ calls }) => calls).length);
      expect(documentsOfStates(left.map(({ state }) => state))).toEqual(documentsOfFacts(sent));
      // Whatever was emitted along the way was emitted whole: each state gives the documents beside it.
      for (const { state, surface, health, index } of emitted) {
        if (state.spans.length === 0) continue;
        expect(documentsOfStates([state])).toEqual([canonicalJson({ surface, health, index })]);
      }
    });
    fc.assert(holds, { numRuns: 250, seed: 20_261_130 });
  });

  it('no part of a run that was cut says it is complete, but for a run that came anew as a whole', () => {
    const whole = new Map(
      documentsOfFacts(RUNS.flat()).map((text) => [JSON.parse(text).health.run_id, text]),
    );
    const holds = fc.property(history, ({ limits, maxBytes, order, steps }) => {
      const { aggregator, emitted } = aggregating(limits, { maxBytes });
      let now = 0;
      order.forEach((fact, at) => {
        now += steps[at % steps.length] ?? 0;
        aggregator.add(fact, now);
      });
      aggregator.flush('end_of_input', now);
      for (const { health, surface } of emitted) {
        if (health.coverage.state !== 'complete') continue;
        expect(JSON.parse(whole.get(health.run_id) ?? '{}').surface).toEqual(surface);
      }
    });
    fc.assert(holds, { numRuns: 250, seed: 20_261_130 });
  });
});
