import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { EventAttributes } from '../decision/codec.ts';
import { SUMMARY } from '../decision/names.ts';
import type { SpanFact } from '../run/span-fact.ts';

/** The span below which something about a run is put. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
  /** It is the run's root there, not just any span of it. */
  readonly isRoot: boolean;
}

/**
 * Where a run is told of: below the root of the trace with its first call, else of the trace whose evidence began
 * first; below the first call's span where no root is known. `undefined` where nothing is left of the run.
 */
export function placeOf({ index, state }: EmittedRun): Place | undefined {
  const [first] = index.records;
  const traceId = first?.trace_id ?? firstTrace(state.spans);
  if (traceId === undefined) return undefined;
  const facts = state.spans.filter(({ trace, seals }) => trace === traceId && seals === undefined);
  const root = rootOf(facts);
  if (root !== undefined) return { traceId, spanId: root, isRoot: true };
  const spanId = first?.span_ids[0] ?? facts[0]?.span;
  return spanId === undefined ? undefined : { traceId, spanId, isRoot: false };
}

/** The trace's parentless span, else the root that a checkpoint names. */
function rootOf(facts: readonly SpanFact[]): string | undefined {
  const parentless = facts.find(({ parent }) => parent === undefined);
  if (parentless !== undefined) return parentless.span;
  const checkpoints = facts.flatMap((fact) => fact.checkpoints ?? []);
  const named = checkpoints.map(({ root }) => root).find((root) => root !== null);
  return named ?? checkpoints.map(({ run_root }) => run_root).find((root) => root !== null) ?? undefined;
}

function firstTrace(facts: readonly SpanFact[]): string | undefined {
  let first: { readonly trace: string; readonly from: string } | undefined;
  for (const { trace, checkpoints = [] } of facts) {
    for (const { from } of checkpoints) {
      if (first === undefined || isBefore(from, first.from)) first = { trace, from };
    }
  }
  return first?.trace ?? facts.find(({ seals }) => seals === undefined)?.trace;
}

/** Of times as decimal strings. */
function isBefore(a: string, b: string): boolean {
  return a.length < b.length || (a.length === b.length && a < b);
}

/** The attributes of the summary span, in their published order. */
export function summaryAttributes(run: EmittedRun, place: Place | undefined): EventAttributes {
  const { emission, health } = run;
  return {
    [SUMMARY.run]: run.runId,
    ...(place?.isRoot && { [SUMMARY.rootSpanId]: place.spanId }),
    [SUMMARY.revision]: emission.revision,
    [SUMMARY.fragment]: emission.fragment,
    [SUMMARY.proxySeen]: health.proxy_seen,
    [SUMMARY.toolCallsObserved]: health.tool_calls_observed,
    [SUMMARY.policyLayer]: health.policy_layer,
    [SUMMARY.policyDecisionsObserved]: health.policy_decisions_observed,
    [SUMMARY.classifierVersion]: [...health.classifier_version],
    [SUMMARY.unknownToolCount]: health.unknown_tool_count,
    [SUMMARY.redactionActive]: health.redaction_active,
    [SUMMARY.coverageState]: health.coverage.state,
    [SUMMARY.coverageGaps]: [...new Set(health.coverage.gaps.map(({ code }) => code))].sort(),
    [SUMMARY.surfaceDigest]: health.surface_digest,
  };
}
