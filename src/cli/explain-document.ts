import { masked, maskedDecision } from '../decision/masked.ts';
import type { DecisionRecord } from '../decision/record.ts';
import { aboutDialect } from '../dialect/about.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Candidate, Explanation } from '../dialect/explain.ts';
import type { Place, Sign } from '../dialect/explain-place.ts';
import { label } from '../redact/label.ts';
import type { PolicyFact, SpanFact } from '../run/span-fact.ts';
import { EXPLANATION_SCHEMA } from '../schema/span-explanation.ts';
import type { Conflict } from '../span/observed-call.ts';
import type { SpanView } from '../span/view.ts';
import { type ExplainedClassification, explainedClassification } from './explain-classification.ts';
import { knownMethod } from './explain-method.ts';
import type { Rules } from './read-rules.ts';

/** Something that was read, as a record would have it, and where on the span it stood. */
interface From {
  readonly from: readonly Place[];
}

/** What would be, or is, a call, part by part. Every text from the span is as its record has it. */
export interface ExplainedCall {
  readonly tool_name: From & { readonly value: string };
  readonly server_id: From & { readonly value: string; readonly is_namespace: boolean };
  readonly vantage: From & { readonly value: string };
  readonly arguments: From & {
    readonly state: 'captured' | 'not_captured' | 'truncated' | 'unsupported' | 'too_large';
    /** Where this dialect has them, in Markdown; null where it never has. */
    readonly written_at: string | null;
    /** What turns their recording on, in Markdown; null where nothing is known. */
    readonly switch: string | null;
  };
  readonly status: From & {
    readonly value: string;
    readonly marks_tool_error: boolean;
    readonly ended: boolean;
  };
  readonly decision: (From & ExplainedDecision) | null;
  readonly correlation: From & { readonly basis: string };
  /** `keys`, of `duplicate_attribute`: those that a dialect asks for by name. */
  readonly conflicts: readonly (From & { readonly found: Conflict; readonly keys?: readonly string[] })[];
  readonly classification: ExplainedClassification;
}

/** What a policy layer said, as a record has it; without its rule. */
export type ExplainedDecision = Pick<
  DecisionRecord['decision'],
  'effect' | 'source' | 'enforced' | 'advised_effect'
>;

/** A record that the span carries, taken as it is. */
export interface CarriedRecord {
  readonly tool_name: string;
  readonly server_id: string;
  readonly status: string;
  readonly decision: ExplainedDecision;
  readonly classification: ExplainedClassification;
}

/** `assay.span_explanation.v0`: why one span was read as it was. */
export interface SpanExplanation {
  readonly schema: typeof EXPLANATION_SCHEMA;
  readonly file: string;
  readonly line: number | null;
  readonly trace_id: string;
  readonly span_id: string;
  readonly scope: string;
  /** As its run counts it. */
  readonly is: Explanation['is'] | 'record' | 'unrecognised';
  readonly run_ids: readonly (From & { readonly value: string })[];
  readonly dialect: { readonly name: string; readonly title: string; readonly source: string } | null;
  readonly known_by: readonly Place[];
  /** Dialects of which it bears a sign, in the order in which they are asked, down to the one that took it. */
  readonly asked: readonly {
    readonly dialect: string;
    readonly bears: readonly Sign[];
    readonly took: boolean;
  }[];
  readonly also: readonly string[];
  readonly proven: boolean | null;
  readonly proven_by: readonly Place[];
  readonly method: string | null;
  readonly evidence: {
    readonly records: readonly CarriedRecord[];
    readonly broken: readonly string[];
    readonly checkpoint: boolean;
    /** What a policy layer says on it about a call, and where that call is. */
    readonly policy: (ExplainedDecision & { readonly about: PolicyFact['about'] }) | null;
  };
  readonly call: ExplainedCall | null;
}

/** Where a span stands in the input. */
export interface SpanPlace {
  readonly file: string;
  readonly line?: number | undefined;
}

/**
 * One span as a document. `fact` is what a run makes of the span where tool spans of frameworks are taken in, so it
 * has a record of whatever could be a call.
 */
export function explanationDocument(
  span: SpanView,
  { file, line }: SpanPlace,
  explanation: Explanation,
  fact: SpanFact,
  { rules, runKey }: { readonly rules: Rules; readonly runKey?: string | undefined },
): SpanExplanation {
  const { dialect, proof } = explanation;
  const calls = fact.calls ?? [];
  const carried = calls.flatMap(({ origin, record }) => (origin === 'event' ? [parsed(record)] : []));
  const derived = calls.find(({ origin }) => origin === 'derived');
  return {
    schema: EXPLANATION_SCHEMA,
    file,
    line: line ?? null,
    trace_id: span.traceId,
    span_id: span.spanId,
    scope: label(span.scope.name).value,
    is: carried.length > 0 ? 'record' : fact.unrecognised ? 'unrecognised' : explanation.is,
    run_ids: runIds(fact, runKey),
    dialect: dialect === undefined ? null : namedDialect(dialect),
    known_by: explanation.knownBy,
    asked: explanation.asked.map(asked),
    also: explanation.also.map(({ name }) => name),
    proven: proof?.proven ?? null,
    proven_by: proof?.by ?? [],
    method: knownMethod(explanation.method),
    evidence: {
      records: carried.map((record) => carriedRecord(record, rules)),
      broken: fact.broken ?? [],
      checkpoint: (fact.checkpoints ?? []).length > 0,
      policy: fact.policy === undefined ? null : policyWord(fact.policy),
    },
    call: derived === undefined ? null : explainedCall(span, explanation, parsed(derived.record), rules),
  };
}

function namedDialect(dialect: Dialect): SpanExplanation['dialect'] {
  const { title, source } = aboutDialect(dialect);
  return { name: dialect.name, title, source };
}

function policyWord({ about, decision }: PolicyFact): NonNullable<SpanExplanation['evidence']['policy']> {
  return { ...explainedDecision(decision), about };
}

function explainedDecision(decision: DecisionRecord['decision']): ExplainedDecision {
  const { effect, source, enforced, advised_effect } = decision;
  return { effect, source, enforced, ...(advised_effect === 'deny' && { advised_effect }) };
}

function parsed(record: string): DecisionRecord {
  return JSON.parse(record) as DecisionRecord;
}

function asked({ dialect, bears, took }: Candidate): SpanExplanation['asked'][number] {
  return { dialect: dialect.name, bears, took };
}

const RUN_ID = 'assay.run.id';

function runIds({ runs = {} }: SpanFact, runKey = ''): SpanExplanation['run_ids'] {
  const found = [
    [runs.resource, { in: 'resource', key: RUN_ID }],
    [runs.span, { in: 'attribute', key: RUN_ID }],
    [runs.keyResource, { in: 'resource', key: runKey }],
    [runs.keySpan, { in: 'attribute', key: runKey }],
  ] as const;
  return found.flatMap(([value, place]) => (value === undefined ? [] : [{ value, from: [place] }]));
}

/** Another producer may have written it: a secret in its names is not shown. */
function carriedRecord(record: DecisionRecord, rules: Rules): CarriedRecord {
  return {
    tool_name: masked(record.tool.name),
    server_id: masked(record.server.id),
    status: record.response.status,
    decision: explainedDecision(maskedDecision(record.decision)),
    classification: explainedClassification(record, undefined, rules),
  };
}

function explainedCall(
  span: SpanView,
  { call, sources, dialect, repeated }: Explanation,
  record: DecisionRecord,
  rules: Rules,
): ExplainedCall | null {
  if (call === undefined || sources === undefined || dialect === undefined) return null;
  const { documents } = aboutDialect(dialect);
  return {
    tool_name: { value: record.tool.name, from: sources.toolName },
    server_id: { value: record.server.id, from: sources.serverId, is_namespace: call.serverIdFromName },
    vantage: { value: call.vantage, from: sources.vantage },
    arguments: {
      state: call.arguments.state,
      from: sources.arguments,
      written_at: documents.arguments === '–' ? null : documents.arguments,
      switch: documents.argumentsSwitch ?? null,
    },
    status: {
      value: record.response.status,
      from: sources.status,
      marks_tool_error: dialect.marksToolError,
      ended: span.endTimeUnixNano !== '0',
    },
    decision:
      call.decision === undefined ? null : { ...explainedDecision(record.decision), from: sources.decision },
    correlation: { basis: record.correlation.basis, from: sources.correlation },
    conflicts: call.conflicts.map((found) =>
      found === 'duplicate_attribute'
        ? { found, from: [], keys: repeated.keys }
        : { found, from: sources.conflicts },
    ),
    classification: explainedClassification(record, call, rules),
  };
}
