import type { Action, ClassificationState, DecisionRecord, Surface } from '../decision/record.ts';
import type { Health } from '../run/health.ts';

/** What was observed, as it was read: older producers leave fields out, other producers add some. */

/**
 * A record as the gate takes it. `not_observed` is never written for a call; where another producer says it, the
 * call is judged as an unknown tool.
 */
export interface ObservedRecord
  extends Pick<DecisionRecord, 'server' | 'tool' | 'reason_code' | 'detail' | 'decision' | 'redaction'> {
  readonly classification: ClassificationState | 'not_observed';
  readonly action: Omit<Action, 'required_scope'> & { readonly required_scope?: string | null | undefined };
  readonly response: Pick<DecisionRecord['response'], 'status'> & {
    readonly side_effect_verified?: boolean | undefined;
    readonly side_effect?: { readonly level: string } | undefined;
  };
}

/** Its target says everything that a match asks for. */
export function isComplete({ classification }: ObservedRecord): boolean {
  return classification === 'classified';
}

/** A classifier knows the tool. Whatever a record does not say to be known is not. */
export function isKnown({ classification }: ObservedRecord): boolean {
  return KNOWN.includes(classification);
}

const KNOWN: readonly string[] = ['classified', 'classified_incomplete', 'redaction_failed'];

/** A valid surface, unknown fields included: its digest is over the document as it was read. */
export interface ObservedSurface extends Pick<Surface, 'schema'> {
  readonly observed_tool_decisions: readonly ObservedRecord[];
}

/** The health document that came with a surface, or why there is none to read. */
export type HealthInput =
  | { readonly state: 'read'; readonly document: Health }
  | { readonly state: 'missing' | 'unreadable' | 'other_schema' };

/** One run as it came in. */
export interface ObservedRun {
  /** `run_id` of the line that held surface and health. */
  readonly lineRunId?: string | undefined;
  /** What surface and health are called before `.surface.json` and `.health.json`. */
  readonly stem?: string | undefined;
  /** `undefined` where only a health document is there. */
  readonly surface: ObservedSurface | undefined;
  /** Of the same line or the same stem: nothing else belongs to a surface. */
  readonly health: HealthInput;
}
