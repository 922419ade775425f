import { Aggregator } from '../../src/aggregator/aggregator.ts';
import type { AggregatorOptions } from '../../src/aggregator/aggregator-options.ts';
import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import { type AggregatorLimits, DEFAULT_LIMITS } from '../../src/aggregator/limits.ts';
import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { RunState } from '../../src/run/run-state.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import type { StateDocument } from '../../src/run/state-document.ts';

const REPORTER = 'abcdef0123456789';

/** An aggregator with everything it has emitted, and a clock that only the test moves. */
export function aggregating(
  limits: Partial<AggregatorLimits> = {},
  options: Partial<AggregatorOptions> = {},
) {
  const emitted: EmittedRun[] = [];
  const aggregator = new Aggregator({
    limits: { ...DEFAULT_LIMITS, ...limits },
    emittedBy: 'test',
    reporter: REPORTER,
    emit: (run) => emitted.push(run),
    ...options,
  });
  return { aggregator, emitted };
}

/** What a reader has in the end: of each run the emissions that no later one took the place of. */
export function standing(emitted: readonly EmittedRun[]): EmittedRun[] {
  const superseded = new Set(emitted.map(({ runId, emission }) => `${runId} ${emission.supersedes ?? ''}`));
  return emitted.filter(({ runId, emission }) => !superseded.has(`${runId} ${emission.revision}`));
}

/** Surface and health of every run that these states hold, as bytes. */
export function documentsOfStates(states: readonly StateDocument[]): string[] {
  const all = new RunState();
  for (const state of states) all.merge(state);
  return shown(all);
}

export function documentsOfFacts(facts: readonly SpanFact[]): string[] {
  const all = new RunState();
  for (const fact of facts) all.add(fact);
  return shown(all);
}

function shown(state: RunState): string[] {
  return [...state.documents({ all: false })].map(({ surface, health, index }) =>
    canonicalJson({ surface, health, index }),
  );
}
