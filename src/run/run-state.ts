import { documentsOf, type RunDocuments } from './documents.ts';
import type { Mark } from './mark.ts';
import { type SpanFact, speaksOfRun } from './span-fact.ts';
import { STATE_SCHEMA, type StateDocument } from './state-document.ts';
import { byTrace, TraceFacts } from './trace-facts.ts';

/**
 * The evidence of any number of runs: per trace a set of facts and marks. A join-semilattice: adding and merging
 * commute, associate and repeat without trace, so that any order, partition and repetition of the same spans gives
 * the same documents. Memory grows with the distinct spans that were added.
 */
export class RunState {
  readonly #traces = new Map<string, TraceFacts>();

  add(fact: SpanFact): void {
    this.#trace(fact.trace).add(fact);
  }

  mark(mark: Mark): void {
    this.#trace(mark.trace).mark(mark);
  }

  /** Adds all that a state document holds. */
  merge({ spans, marks }: StateDocument): void {
    for (const fact of spans) this.add(fact);
    for (const mark of marks) this.mark(mark);
  }

  /** All of it as one document. */
  document(): StateDocument {
    return stateDocument([...this.#traces.values()]);
  }

  /**
   * The documents of every run in the order of its id: those with a call, a checkpoint, a run id or a tool span
   * of unknown kind, or `all`.
   */
  *documents({ all }: { readonly all: boolean }): Generator<RunDocuments> {
    for (const [runId, traces] of this.#runs()) {
      const { spans, marks } = stateDocument(traces);
      if (!all && !spans.some(speaksOfRun)) continue;
      const isConflicting = traces.some((trace) => trace.run().isConflicting);
      yield documentsOf(runId, spans, isConflicting, marks);
    }
  }

  /** The traces of each run, in the order of its id. */
  #runs(): [string, TraceFacts[]][] {
    const runs = new Map<string, TraceFacts[]>();
    for (const trace of this.#traces.values()) {
      const { runId } = trace.run();
      const known = runs.get(runId);
      if (known === undefined) runs.set(runId, [trace]);
      else known.push(trace);
    }
    return [...runs].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #trace(id: string): TraceFacts {
    let trace = this.#traces.get(id);
    if (trace === undefined) {
      trace = new TraceFacts(id);
      this.#traces.set(id, trace);
    }
    return trace;
  }
}

/** The evidence of some traces as one document. */
export function stateDocument(traces: readonly TraceFacts[]): StateDocument {
  const [only] = traces;
  if (only !== undefined && traces.length === 1)
    return { schema: STATE_SCHEMA, spans: only.facts(), marks: only.marks() };
  const sorted = [...traces].sort(byTrace);
  return {
    schema: STATE_SCHEMA,
    spans: sorted.flatMap((trace) => trace.facts()),
    marks: sorted.flatMap((trace) => trace.marks()),
  };
}
