import type { Checkpoint } from '../decision/checkpoint.ts';
import type { RecordDecision } from '../decision/record.ts';
import type { RunSeal } from '../decision/run-seal.ts';
import type { PolicySpan } from '../dialect/policy-span.ts';
import type { Vantage } from '../span/observed-call.ts';

/**
 * What one span, as it arrived, is evidence of: a plain value, canonical as JSON. A state is a set of these,
 * so that repetition, order and partition cannot show; every count is derived from the set.
 * Members that say nothing are left out.
 */
export interface SpanFact {
  readonly trace: string;
  readonly span: string;
  /** Came as a log record: of the span itself, its parent too, it says nothing. */
  readonly carrier?: 'log' | undefined;
  readonly parent?: string | undefined;
  /** Whether the parent is in another process, where the span says so. */
  readonly remote?: boolean | undefined;
  readonly service?: string | undefined;
  readonly instance?: string | undefined;
  /** Unix nanoseconds, decimal; on spans that are more than a link between others. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** Numbers that stand on the span itself: a call's, or a local root's. */
  readonly emitter?: string | undefined;
  readonly epoch?: string | undefined;
  readonly sequence?: number | undefined;
  readonly ordinal?: number | undefined;
  readonly calls?: readonly CallFact[] | undefined;
  readonly checkpoints?: readonly Checkpoint[] | undefined;
  /** Events of ours whose digest or canonical form does not hold. */
  readonly broken?: readonly ('checkpoint' | 'decision')[] | undefined;
  /** What a policy layer's own span says about a call. */
  readonly policy?: PolicyFact | undefined;
  /** A request to a model: what a policy layer says beside it may be about that. */
  readonly model?: true | undefined;
  /** A tool span that nothing proves to be MCP. */
  readonly tool?: 'local' | 'unattributed' | undefined;
  /** What such a span says of the call that it is, if a client's call below it proves that. */
  readonly unproven?: CallFact | undefined;
  /** The MCP method of a span that is no tool call, and from where it was seen. */
  readonly mcp?: string | undefined;
  /** An `mcp.*` attribute that no dialect claims for any method. */
  readonly unrecognised?: true | undefined;
  /** Content is on a call span that strict scrubbing would have taken off. */
  readonly unscrubbed?: true | undefined;
  /** A limit dropped attributes or events of a call span. */
  readonly limited?: true | undefined;
  /** Run ids as they stand on the span and its resource, by place. */
  readonly runs?: RunIds | undefined;
  readonly seals?: readonly RunSeal[] | undefined;
}

/** Where a run id can stand; `key` is the operator's own attribute. */
export interface RunIds {
  readonly resource?: string | undefined;
  readonly span?: string | undefined;
  readonly keyResource?: string | undefined;
  readonly keySpan?: string | undefined;
}

/** What a policy layer said on a span of its own, and where the call is that it is about. */
export interface PolicyFact {
  readonly about: PolicySpan['about'];
  readonly decision: RecordDecision;
  /** The tool that it names; safe to store. */
  readonly tool?: string | undefined;
  /** Members of a record that differ from what the span said. */
  readonly sanitized?: readonly string[] | undefined;
}

/** One record of a span: from an intact event, or made from the span by whoever read it. */
export interface CallFact {
  readonly origin: 'derived' | 'event';
  /** RFC 8785 canonical JSON of the record. */
  readonly record: string;
  readonly vantage: Vantage;
  /** Who wrote the span, where the record was derived from it: the dialect's name. */
  readonly dialect?: string | undefined;
  /** A server's span that links to others: its client may be among them. */
  readonly linked?: true | undefined;
  /** Another span of the same process that is this very call, as trace id, `-` and span id. */
  readonly sameAs?: string | undefined;
  readonly emitter?: string | undefined;
  readonly epoch?: string | undefined;
  readonly sequence?: number | undefined;
  readonly numbered?: number | undefined;
  readonly start: string;
  /** Absent where a log record brought it: then it is the span's. */
  readonly duration?: string | undefined;
  readonly conflicts?: readonly string[] | undefined;
  /** Versions of the rules that classified it; left out where they were the built-in ones alone. */
  readonly classifiers?: readonly string[] | undefined;
}

/** Whether a span is evidence of anything beyond the link between two others. */
export function bearsOnCoverage(fact: SpanFact): boolean {
  const { unrecognised, mcp, limited, unscrubbed, tool, policy } = fact;
  const bears = unrecognised ?? mcp ?? limited ?? unscrubbed ?? tool ?? policy;
  return bears !== undefined || speaksOfRun(fact);
}

/** Whether a span makes its run worth showing. */
export function speaksOfRun(fact: SpanFact): boolean {
  const { calls, checkpoints, broken, runs, seals, unrecognised, tool } = fact;
  const speaks = calls ?? checkpoints ?? broken ?? runs ?? seals ?? unrecognised;
  return speaks !== undefined || tool === 'unattributed';
}
