import { digestOf } from '../decision/codec.ts';
import type { Surface } from '../decision/record.ts';
import { assess } from './assess.ts';
import { epochKey } from './epoch.ts';
import { epochView } from './epoch-view.ts';
import { type Evidence, evidenceOf, spanKey } from './evidence.ts';
import type { RunFacts } from './gaps.ts';
import type { Health } from './health.ts';
import { heardDecisions } from './heard-decisions.ts';
import { type IndexDocument, indexDocument } from './index-document.ts';
import { joinCalls } from './join-calls.ts';
import { inCallOrder, joinedRecord } from './joined-record.ts';
import { type Mark, orphans } from './mark.ts';
import { RunSurface, surfaceText } from './run-surface.ts';
import type { SpanFact } from './span-fact.ts';
import { emittersOf } from './span-node.ts';

/** The documents of one run. */
export interface RunDocuments {
  readonly runId: string;
  readonly surface: Surface;
  readonly health: Health;
  readonly index: IndexDocument;
}

/**
 * Surface, health and index of one run: functions of the sets of its facts and marks, in whatever order. Their members
 * stand in canonical order, so that writing them canonically is no more than `JSON.stringify`.
 */
export function documentsOf(
  runId: string,
  facts: readonly SpanFact[],
  hasIdConflict: boolean,
  marks: readonly Mark[] = [],
): RunDocuments {
  const evidence = evidenceOf(facts);
  const requests = joinCalls(evidence);
  const heard = heardDecisions(evidence, requests);
  const records = requests.requests
    .map((request) => joinedRecord(request, heard.get(request)))
    .sort(inCallOrder);
  const surface = new RunSurface(records.map(({ json }) => json));
  const earlier = orphans(marks);
  const epochs = evidence.epochs.map((epoch) => epochView(epoch, earlier));
  const health = assess({
    run: sealing(runId, facts, evidence, hasIdConflict),
    evidence,
    requests,
    records,
    epochs,
    marks,
    surfaceDigest: digestOf(surfaceText(surface)),
  });
  return { runId, surface, health, index: indexDocument(runId, records) };
}

/** The traces of the run; one that holds nothing but a seal says what the run was and is no part of it. */
function tracesBeside(sealing: readonly SpanFact[], facts: readonly SpanFact[]): readonly string[] {
  const spans = new Set(sealing.map(spanKey));
  const parts = facts.filter((fact) => !spans.has(spanKey(fact)));
  return [...new Set(parts.map(({ trace }) => trace))].sort();
}

/**
 * Whether all parts of the run are known. A run that is its own trace needs no seal; one that is wider needs the
 * list of its parts, united over its processes.
 */
function sealing(
  runId: string,
  facts: readonly SpanFact[],
  evidence: Evidence,
  hasIdConflict: boolean,
): RunFacts {
  const sealing = facts.filter(({ seals }) => seals !== undefined);
  const traces = sealing.length === 0 ? evidence.traces : tracesBeside(sealing, facts);
  const isOwnTrace = facts.some(({ checkpoints }) => checkpoints?.some(({ run }) => run === 'trace'));
  const parts = sealing.flatMap(({ seals }) => seals ?? []).filter((seal) => seal.run_id === runId);
  const listedTraces = new Set(parts.flatMap((seal) => seal.parts.map(({ trace }) => trace)));
  const known = new Set([...traces, ...listedTraces]);
  const isWider = known.size > 1 || !known.has(runId);
  if (!isWider || isOwnTrace) {
    const isTwice = isOwnTrace && known.size > 1;
    return { runId, unsealed: 0, namers: new Set(), hasIdConflict: hasIdConflict || isTwice };
  }
  const namers = namersOf(runId, facts);
  if (parts.length === 0) return { runId, unsealed: 1, namers, hasIdConflict };
  const listed = new Set(parts.flatMap((seal) => seal.parts.map(epochKey)));
  const seen = new Set(evidence.epochs.map(epochKey));
  const unlisted = traces.filter((trace) => !listedTraces.has(trace)).length;
  const unseen = [...listed].filter((part) => !seen.has(part)).length;
  const sealers = new Set(parts.flatMap((seal) => seal.parts.map(({ emitter }) => emitter)));
  const silent = [...namers].filter((emitter) => !sealers.has(emitter)).length;
  return { runId, unsealed: unlisted + unseen + silent, namers, hasIdConflict };
}

/** Emitters that name the run themselves: each lists its parts in a seal of its own, and what else it had is there. */
function namersOf(runId: string, facts: readonly SpanFact[]): Set<string> {
  const naming = facts.filter(({ runs, parent, remote }) => {
    const ofSpan = parent === undefined || remote === true;
    const id = runs?.resource ?? (ofSpan ? runs?.span : undefined) ?? runs?.keyResource ?? runs?.keySpan;
    return id === runId;
  });
  return new Set(naming.flatMap(emittersOf));
}
