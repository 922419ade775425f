import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import type { StateDocument } from '../../src/run/state-document.ts';
import { uniteRun } from '../../src/run/unite-run.ts';
import { call, traced } from './traced.ts';

function stateOf(facts: readonly SpanFact[]): StateDocument {
  const state = new RunState();
  for (const fact of facts) state.add(fact);
  return state.document();
}

const { traceId, facts } = traced((start) => {
  call(start, 'search').end();
  call(start, 'fetch').end();
});

/** The same spans, of which the first names a run. */
function named(id: string): readonly SpanFact[] {
  return facts.map((fact, at) => (at === 0 ? { ...fact, runs: { resource: id } } : fact));
}

describe('evidence of one run from two sources', () => {
  it('is that of both, whichever came first', () => {
    const parts = [stateOf(facts.slice(0, 2)), stateOf(facts.slice(1))] as const;
    const [whole] = [...statesDocuments(stateOf(facts))];
    for (const [a, b] of [parts, [parts[1], parts[0]] as const]) {
      const united = uniteRun(traceId, a, b);
      expect(canonicalJson(united?.state)).toBe(canonicalJson(stateOf(facts)));
      expect(united?.documents()).toEqual(whole);
    }
  });

  it('is none where the earlier is of another run', () => {
    expect(uniteRun('job', stateOf(named('job')), stateOf(facts))).toBeUndefined();
    expect(uniteRun('job', stateOf(named('job')), stateOf(named('other')))).toBeUndefined();
    expect(uniteRun('job', stateOf(named('job')), stateOf([]))?.documents()?.runId).toBe('job');
  });

  it('has no documents where both together are of another run', () => {
    // Each alone names the run by a key; together they are of the smaller id.
    const byKey = (keySpan: string) => facts.map((fact) => ({ ...fact, runs: { keySpan } }));
    const [here, earlier] = [stateOf(byKey('job')), stateOf(byKey('a'))];
    const both = stateOf([...here.spans, ...earlier.spans]);
    expect(uniteRun('job', here, earlier)).toBeUndefined();
    expect(uniteRun('a', both, stateOf(byKey('a')))?.documents()?.runId).toBe('a');
    expect(uniteRun('job', stateOf(byKey('job')), stateOf([]))?.documents()?.runId).toBe('job');
    const conflict = uniteRun('job', earlier, here);
    expect(conflict?.documents()).toBeUndefined();
  });
});

function* statesDocuments(state: StateDocument) {
  const runs = new RunState();
  runs.merge(state);
  yield* runs.documents({ all: true });
}
