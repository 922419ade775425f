import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import { responseStatus } from '../decision/decide.ts';
import type { DecisionRecord } from '../decision/record.ts';
import { tookEffect } from '../decision/took-effect.ts';
import type { Request } from './join-calls.ts';
import { compareNanos } from './nanos-between.ts';
import type { RecordSummary } from './record-summary.ts';
import type { PolicyFact } from './span-fact.ts';

/** One record of the surface, and the spans it was made of. */
export interface SurfaceRecord {
  /** Of the record what the assessment asks. */
  readonly record: RecordSummary;
  /** The whole of it, canonical. */
  readonly json: string;
  readonly digest: string;
  /** Outermost first. */
  readonly calls: Request;
}

const RANK: Readonly<Record<string, number>> = {
  classified: 0,
  redaction_failed: 1,
  classified_incomplete: 2,
  observed_unknown_tool: 3,
};

/**
 * The record of one request from all its spans and from what policy layers said about it elsewhere. What was
 * classified best moves as one unit; the decision is the word of the span nearest the policy layer that spoke, the
 * response that of the span nearest the tool that knows; names and order are the outermost span's.
 */
export function joinedRecord(calls: Request, heard: readonly PolicyFact[] = []): SurfaceRecord {
  const [outer] = calls;
  if (calls.length === 1 && heard.length === 0)
    return { record: outer.summary, json: outer.fact.record, digest: outer.digest, calls };
  const records = calls.map(({ record }) => record);
  const inward = [...records].reverse();
  const best = records.reduce((a, b) => (rank(b) < rank(a) ? b : a));
  const own = inward.find(({ decision: { source } }) => source !== 'none')?.decision ?? outer.record.decision;
  const words = heard.map((policy) => policy.decision);
  // What a processor heard below the call stands on the call itself; here it is one of those that were heard.
  const isOwn = !words.some((word) => canonicalJson(word) === canonicalJson(own));
  const decision = tookEffect(isOwn ? own : undefined, words) ?? own;
  const isHeard = decision !== own;
  const answer = inward.find(({ response }) => response.status !== 'unknown') ?? outer.record;
  const status = isHeard ? responseStatus(answer.response.status, decision) : answer.response.status;
  const record: DecisionRecord = {
    ...outer.record,
    server: {
      ...outer.record.server,
      id: records.find(({ server }) => server.id !== 'unknown')?.server.id ?? 'unknown',
      declared_manifest_digest: records.find(({ server }) => server.declared_manifest_digest)?.server
        .declared_manifest_digest,
    },
    tool: { ...outer.record.tool, category: best.tool.category },
    classification: best.classification,
    reason_code: best.reason_code,
    detail: best.detail,
    action: best.action,
    decision,
    response: {
      ...outer.record.response,
      status,
      side_effect_asserted: decision.effect === 'allow' && status === 'success',
    },
    redaction: {
      ...outer.record.redaction,
      credential_alias:
        records.find(({ redaction }) => redaction.credential_alias)?.redaction.credential_alias ?? null,
      sanitized_fields: sanitizedFields([
        ...records.flatMap(({ redaction }) => redaction.sanitized_fields ?? []),
        ...(isHeard ? (heard[words.indexOf(decision)]?.sanitized ?? []) : []),
      ]),
    },
    correlation:
      records.find(({ correlation }) => correlation?.basis === 'propagated_trace_context')?.correlation ??
      outer.record.correlation,
  };
  const json = canonicalJson(record);
  return { record, json, digest: digestOf(json), calls };
}

/** Order of records: start of the call, trace id, span id; the record itself where one span has two. */
export function inCallOrder(a: SurfaceRecord, b: SurfaceRecord): number {
  const [[first], [second]] = [a.calls, b.calls];
  return (
    compareNanos(first.fact.start, second.fact.start) ||
    compare(first.node.trace, second.node.trace) ||
    compare(first.node.span, second.node.span) ||
    compare(a.json, b.json)
  );
}

function rank({ classification }: DecisionRecord): number {
  return RANK[classification] ?? Number.MAX_SAFE_INTEGER;
}

function sanitizedFields(fields: readonly string[]): string[] | undefined {
  const all = [...new Set(fields)].sort();
  return all.length > 0 ? all : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
