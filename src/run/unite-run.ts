import type { RunDocuments } from './documents.ts';
import { RunState } from './run-state.ts';
import type { StateDocument } from './state-document.ts';
import { TraceFacts } from './trace-facts.ts';

/** Evidence of one run from two sources, and what follows from it, which takes longer. */
export interface UnitedRun {
  readonly state: StateDocument;
  /** `undefined` where all of it together is of another run. */
  documents(): RunDocuments | undefined;
}

/**
 * A run's evidence together with earlier evidence of it; `undefined` where that is another run's, unless `isOwn` says
 * that it was written as this one's: its traces may have turned out to be of another.
 */
export function uniteRun(
  runId: string,
  here: StateDocument,
  earlier: StateDocument,
  isOwn = false,
): UnitedRun | undefined {
  if (!isOwn && earlier.spans.length > 0 && !runsOf(earlier).has(runId)) return undefined;
  const united = new RunState();
  united.merge(earlier);
  united.merge(here);
  return {
    state: united.document(),
    documents() {
      for (const documents of united.documents({ all: true })) {
        if (documents.runId === runId) return documents;
      }
      return undefined;
    },
  };
}

/** The runs that the traces of a state belong to. */
function runsOf({ spans, marks }: StateDocument): ReadonlySet<string> {
  const traces = new Map<string, TraceFacts>();
  for (const fact of spans) {
    const known = traces.get(fact.trace) ?? new TraceFacts(fact.trace);
    known.add(fact);
    traces.set(fact.trace, known);
  }
  for (const mark of marks) traces.get(mark.trace)?.mark(mark);
  return new Set([...traces.values()].map((trace) => trace.run().runId));
}
