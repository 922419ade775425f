import type { Action, ClassificationState, DecisionRecord, Surface } from '../decision/record.ts';
import type { SideEffect } from './side-effect.ts';

/** What is read of a surface, as it came in: older producers leave fields out, other producers add some. */

/** A record as `verify` takes it; what is not named here is passed on as it is. */
export interface VerifiableRecord extends Pick<DecisionRecord, 'server' | 'tool' | 'decision'> {
  readonly classification: ClassificationState | 'not_observed';
  readonly action: Pick<Action, 'verb' | 'resource_type' | 'target'>;
  readonly response: DecisionRecord['response'] & { readonly side_effect?: SideEffect | undefined };
}

/** A valid surface, unknown fields included. */
export interface VerifiableSurface extends Pick<Surface, 'schema' | 'non_claims'> {
  readonly observed_tool_decisions: readonly VerifiableRecord[];
}

/** One run as it came in. */
export interface VerifiableRun {
  /** The id of its line or its file's stem; null where nothing names it. */
  readonly runId: string | null;
  readonly surface: VerifiableSurface;
}
