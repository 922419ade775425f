import { documentsOf, type RunDocuments } from './documents.ts';
import { runIdOf } from './run-id.ts';
import { factKey, type SpanFact } from './span-fact.ts';

/**
 * The evidence of any number of runs: per trace a set of facts. A join-semilattice: adding and merging commute,
 * associate and repeat without trace, so that any order, partition and repetition of the same spans gives the
 * same documents. Memory grows with the distinct spans that were added.
 */
export class RunState {
  readonly #traces = new Map<string, Map<string, SpanFact>>();

  add(fact: SpanFact): void {
    const known = this.#traces.get(fact.trace);
    const facts = known ?? new Map<string, SpanFact>();
    facts.set(factKey(fact), fact);
    if (known === undefined) this.#traces.set(fact.trace, facts);
  }

  merge(other: RunState): void {
    for (const facts of other.#traces.values()) for (const fact of facts.values()) this.add(fact);
  }

  /**
   * The documents of every run in the order of its id: those with a call, a checkpoint, a run id or a tool span
   * of unknown kind, or `all`.
   */
  *documents({ all }: { readonly all: boolean }): Generator<RunDocuments> {
    const runs = new Map<string, { readonly facts: SpanFact[]; hasIdConflict: boolean }>();
    for (const trace of [...this.#traces.keys()].sort()) {
      const facts = inKeyOrder(this.#traces.get(trace) ?? new Map());
      const { runId, isConflicting } = runIdOf(trace, facts);
      const run = runs.get(runId) ?? { facts: [], hasIdConflict: false };
      for (const fact of facts) run.facts.push(fact);
      run.hasIdConflict ||= isConflicting;
      runs.set(runId, run);
    }
    for (const runId of [...runs.keys()].sort()) {
      const { facts, hasIdConflict } = runs.get(runId) ?? { facts: [], hasIdConflict: false };
      if (all || facts.some(speaksOfRun)) yield documentsOf(runId, facts, hasIdConflict);
    }
  }
}

/** Of facts that tell one thing differently, the same one must always come first. */
function inKeyOrder(facts: ReadonlyMap<string, SpanFact>): SpanFact[] {
  return [...facts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact);
}

/** Whether a span makes its run worth showing. */
function speaksOfRun({ calls, checkpoints, broken, runs, seals, tool }: SpanFact): boolean {
  return (
    [calls, checkpoints, broken, runs, seals].some((part) => part !== undefined) || tool === 'unattributed'
  );
}
