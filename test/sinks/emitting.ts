import type { EmittedRun } from '../../src/aggregator/emitted-run.ts';
import type { AggregatorLimits } from '../../src/aggregator/limits.ts';
import { factCost } from '../../src/run/fact-cost.ts';
import type { SpanFact } from '../../src/run/span-fact.ts';
import { aggregating } from '../aggregator/aggregating.ts';
import { call, traced } from '../run/traced.ts';

/** The facts of a trace with these tool calls, complete as such; under a run id where one is given. */
export function factsOf(tools: readonly string[] = ['search'], runId?: string): readonly SpanFact[] {
  const { facts } = traced(
    (start) => {
      for (const tool of tools) call(start, tool, { owner: 'org', repo: 'repo' }).end();
    },
    runId === undefined ? undefined : { attest: { instrumentation: 'configured', sampler: 'declared' } },
  );
  return runId === undefined ? facts : facts.map((fact) => ({ ...fact, runs: { resource: runId } }));
}

/** All that an aggregator emits that is given these facts and then flushed. */
export function emissionsOf(
  facts: readonly SpanFact[],
  { maxFacts = Infinity, isExported = () => true, ...limits }: EmittingOptions = {},
): readonly EmittedRun[] {
  const { aggregator, emitted } = aggregating(limits, {
    maxBytes: maxFacts * Math.max(...facts.map(factCost)),
  });
  facts.forEach((fact, at) => {
    aggregator.add(fact, at, isExported(fact));
  });
  aggregator.flush('shutdown', facts.length);
  return emitted;
}

interface EmittingOptions extends Partial<AggregatorLimits> {
  /** Of the largest of them. */
  readonly maxFacts?: number;
  readonly isExported?: (fact: SpanFact) => boolean;
}

/** The one run of these facts. */
export function emitted(facts: readonly SpanFact[], options: EmittingOptions = {}): EmittedRun {
  const [run, ...more] = emissionsOf(facts, options);
  if (run === undefined || more.length > 0) throw new Error(`Expected one run, got ${more.length + 1}`);
  return run;
}

/** An aggregator that is told facts step by step; each step gives what it emits. */
export function amending(): (facts: readonly SpanFact[]) => EmittedRun {
  const { aggregator, emitted: all } = aggregating();
  let now = 0;
  return (facts) => {
    now += 1;
    for (const fact of facts) aggregator.add(fact, now);
    aggregator.flush('shutdown', now);
    const run = all.at(-1);
    if (run === undefined) throw new Error('Expected an emission, got none');
    return run;
  };
}
