import { NON_CLAIMS, SURFACE_SCHEMA, type Surface } from '../decision/record.ts';
import type { SpanView } from '../span/view.ts';
import { inCanonicalOrder, leastOf } from './canonical-order.ts';
import { type IndexDocument, indexDocument } from './index-document.ts';
import type { ObservedRecord } from './observed-record.ts';
import { addRunIdEvidence, type RunIdEvidence, runIdOf, speaksOfRun } from './run-id.ts';

/** The documents of one run. */
export interface Run {
  readonly runId: string;
  readonly surface: Surface;
  readonly index: IndexDocument;
}

interface Trace {
  readonly evidence: RunIdEvidence;
  /** By span id and record, so that a span that is read twice counts once. */
  readonly records: Map<string, ObservedRecord>;
  isShown: boolean;
}

/**
 * Gathers spans and records into runs. The same spans, in any order, repeated, or split over any number of
 * documents, give the same bytes: everything kept is a set, a least or a greatest. Memory grows with records
 * and traces, not with spans.
 */
export class Runs {
  readonly #traces = new Map<string, Trace>();
  readonly #runKey: string | undefined;

  constructor(options: { readonly runKey?: string | undefined } = {}) {
    this.#runKey = options.runKey;
  }

  /**
   * Takes what a span says of its run; every span of a trace counts, calls or not. `isShown` says that its run
   * is of interest even without a call (a tool span that nothing proves to be MCP).
   */
  addSpan(span: SpanView, isShown: boolean): void {
    const trace = this.#trace(span.traceId);
    addRunIdEvidence(trace.evidence, span, this.#runKey);
    trace.isShown ||= isShown || speaksOfRun(span);
  }

  addRecord(record: ObservedRecord): void {
    const trace = this.#trace(record.traceId);
    const key = `${record.spanId} ${record.origin} ${record.recordString}`;
    const known = trace.records.get(key);
    trace.records.set(key, known === undefined ? record : leastOf(known, record));
    trace.isShown = true;
  }

  /**
   * Every run in the order of its id: those with a call or otherwise of interest, or all (`all`: also traces
   * that hold nothing of ours).
   */
  *documents({ all }: { readonly all: boolean }): Generator<Run> {
    const byRun = new Map<string, Trace[]>();
    for (const [traceId, trace] of this.#traces) {
      const runId = runIdOf(trace.evidence, traceId);
      const traces = byRun.get(runId);
      if (traces === undefined) byRun.set(runId, [trace]);
      else traces.push(trace);
    }
    for (const runId of [...byRun.keys()].sort()) {
      const traces = byRun.get(runId) ?? [];
      if (!all && !traces.some((trace) => trace.isShown)) continue;
      const records = traces.flatMap(recordsOf).sort(inCanonicalOrder);
      yield { runId, surface: surfaceOf(records), index: indexDocument(runId, records) };
    }
  }

  #trace(traceId: string): Trace {
    const known = this.#traces.get(traceId);
    if (known !== undefined) return known;
    const trace: Trace = { evidence: {}, records: new Map(), isShown: false };
    this.#traces.set(traceId, trace);
    return trace;
  }
}

/** An intact event outranks what was derived from the same span; two events that differ are both kept. */
function recordsOf({ records }: Trace): ObservedRecord[] {
  const found = [...records.values()];
  const withEvent = new Set(found.filter(({ origin }) => origin === 'event').map(({ spanId }) => spanId));
  return found.filter(({ origin, spanId }) => origin === 'event' || !withEvent.has(spanId));
}

function surfaceOf(records: readonly ObservedRecord[]): Surface {
  return {
    schema: SURFACE_SCHEMA,
    observed_tool_decisions: records.map(({ record }) => record),
    non_claims: NON_CLAIMS,
  };
}
