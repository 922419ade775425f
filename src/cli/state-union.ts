import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { documentsOf, type RunDocuments } from '../run/documents.ts';
import { EMISSION_SCHEMA } from '../run/emission.ts';
import { orphans } from '../run/mark.ts';
import { stateDocument } from '../run/run-state.ts';
import { type SpanFact, speaksOfRun } from '../run/span-fact.ts';
import type { StateDocument } from '../run/state-document.ts';
import { byTrace, TraceFacts } from '../run/trace-facts.ts';

/** The evidence of any number of states together: the same in any order, and with any of them given twice. */
export class StateUnion {
  readonly #traces = new Map<string, TraceFacts>();

  add({ spans, marks }: StateDocument): void {
    for (const fact of spans) this.addFact(fact);
    for (const mark of marks) this.#trace(mark.trace).mark(mark);
  }

  addFact(fact: SpanFact): void {
    this.#trace(fact.trace).add(fact);
  }

  document(): StateDocument {
    return stateDocument([...this.#traces.values()]);
  }

  /**
   * Every run in the order of its id, as the first writing of it: those with a call, a checkpoint, a run id or a tool
   * span of unknown kind, or `all`.
   */
  *runs({ all, emittedBy }: { readonly all: boolean; readonly emittedBy: string }): Generator<EmittedRun> {
    for (const [runId, traces] of this.#runs()) {
      const state = stateDocument(traces);
      if (!all && !state.spans.some(speaksOfRun)) continue;
      const hasIdConflict = traces.some((trace) => trace.run().isConflicting);
      yield emitted(documentsOf(runId, state.spans, hasIdConflict, state.marks), state, emittedBy);
    }
  }

  /** What is left of the run that a trace would be by itself, where it is of another: nothing, and where it went. */
  emptied(traceId: string, emittedBy: string): EmittedRun | undefined {
    const trace = this.#traces.get(traceId);
    if (trace === undefined || trace.run().runId === traceId) return undefined;
    const state = { ...stateDocument([]), spans: trace.naming() };
    return { ...emitted(documentsOf(traceId, [], false), state, emittedBy), isEmptied: true };
  }

  #runs(): [string, TraceFacts[]][] {
    const runs = new Map<string, TraceFacts[]>();
    for (const trace of [...this.#traces.values()].sort(byTrace)) {
      const { runId } = trace.run();
      const known = runs.get(runId);
      if (known === undefined) runs.set(runId, [trace]);
      else known.push(trace);
    }
    return [...runs].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #trace(id: string): TraceFacts {
    const known = this.#traces.get(id);
    if (known !== undefined) return known;
    const made = new TraceFacts(id);
    this.#traces.set(id, made);
    return made;
  }
}

/** As the first writing of a run. */
function emitted(documents: RunDocuments, state: StateDocument, emittedBy: string): EmittedRun {
  return {
    ...documents,
    state,
    emission: {
      schema: EMISSION_SCHEMA,
      run_id: documents.runId,
      revision: 1,
      supersedes: null,
      closed_by: 'end_of_input',
      fragment: orphans(state.marks).length > 0,
      emitted_by: emittedBy,
    },
    unexported: [],
  };
}
