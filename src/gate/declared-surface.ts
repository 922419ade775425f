import type { TargetValue } from '../redact/redact-target.ts';

/** The artifact that operators write: what is expected and allowed, and what a person has looked at. */

export const DECLARED_SCHEMA = 'assay.declared_tool_surface.v0';

/** `assay.declared_tool_surface.v0`. An allowance: neither enforcement nor proof. */
export interface DeclaredSurface {
  readonly schema: typeof DECLARED_SCHEMA;
  readonly declared_tool_actions: readonly DeclaredAction[];
  readonly reviewed_tools?: readonly ReviewedTool[] | undefined;
  /** By alias. Where it is there, the scope that a call needs is compared with what its credential has. */
  readonly declared_credentials?: Readonly<Record<string, DeclaredCredential>> | undefined;
  /** Names of services whose emitters must have been in scope. */
  readonly expected_services?: readonly string[] | undefined;
}

export interface DeclaredAction {
  readonly id: string;
  readonly provider: string;
  /** The category of a record (`tool.category`). */
  readonly action_class: string;
  /** Fields of one entry hold together, one entry is enough; no entry, or an empty one, is no constraint. */
  readonly allowed_targets: readonly TargetEntry[];
  readonly allowed_effects: readonly DeclaredEffect[];
  /** Asked for in review; no key of the match. */
  readonly required_decision?: string | undefined;
}

export type DeclaredEffect = 'allow' | 'deny';

/**
 * Constraints by field. `"*"` holds for any value, present or not; `null` only where there is none. A field that
 * records carry hashed is written in plain, under any of its argument names, or as `sha256:` and 64 hex digits. Of a
 * field that is a list, a list (or one value) names the members that may be in it.
 */
export type TargetEntry = Readonly<Record<string, TargetValue>>;

/** A tool that no classifier knows and that a person has looked at. Names are exact. */
export interface ReviewedTool {
  readonly server: string;
  readonly tool: string;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD` in UTC; for ever where it is left out. */
  readonly until?: string | undefined;
  /** Says that the person knew of the tool's high-risk shape. */
  readonly high_risk?: boolean | undefined;
}

export interface DeclaredCredential {
  readonly scopes: readonly string[];
}
