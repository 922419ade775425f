import type { ActionClass, Consequence } from '../classify/rule.ts';
import type { ProjectedTarget } from '../redact/redact-target.ts';
import type { ResponseStatus } from '../span/observed-call.ts';

/** The artifact types: one entry of `observed_tool_decisions` and the surface that holds them. */

export const SURFACE_SCHEMA = 'assay.tool_decision_surface.v0';

export type ClassificationState =
  | 'classified'
  | 'classified_incomplete'
  | 'observed_unknown_tool'
  | 'redaction_failed';

/** Projected target: `provider` and the category's fields; plain labels, booleans, `sha256:` hashes or lists of them, null. */
export type Target = ProjectedTarget;

export interface Action {
  readonly class: ActionClass | 'unclassified';
  /** How far it can be taken back, where the classifier says so; the built-in ones do not. */
  readonly consequence_class?: Consequence | undefined;
  readonly verb: string | null;
  readonly resource_type: string | null;
  readonly target: Target | null;
  readonly required_scope: string | null;
}

export interface RecordDecision {
  readonly effect: 'allow' | 'deny' | 'error';
  readonly source: string;
  readonly rule_id: string | null;
  readonly enforced: boolean;
  readonly advised_effect?: 'deny' | undefined;
}

/** One decision record. Every string is sanitised; nothing in it is a secret or raw identifier. */
export interface DecisionRecord {
  readonly server: {
    readonly id: string;
    readonly transport: 'mcp';
    readonly declared_manifest_digest?: string | undefined;
  };
  readonly tool: { readonly name: string; readonly category: string | null };
  readonly classification: ClassificationState;
  readonly reason_code: string;
  readonly detail?: string | undefined;
  readonly action: Action;
  readonly decision: RecordDecision;
  readonly response: {
    readonly status: ResponseStatus;
    readonly side_effect_asserted: boolean;
    readonly side_effect_verified: boolean;
  };
  readonly redaction: {
    readonly arguments_redacted: true;
    readonly credential_alias: string | null;
    readonly secret_material_stored: false;
    readonly sanitized_fields?: readonly string[] | undefined;
  };
  readonly correlation: {
    readonly basis: 'propagated_trace_context' | 'malformed_trace_context' | 'none';
    readonly traceparent: string | null;
    readonly source_class: 'propagated' | null;
  };
}

/** `assay.tool_decision_surface.v0`: the records of one run, in canonical order. */
export interface Surface {
  readonly schema: typeof SURFACE_SCHEMA;
  readonly observed_tool_decisions: readonly DecisionRecord[];
  readonly non_claims: readonly string[];
}

/** What every surface says of itself. */
export const NON_CLAIMS: readonly string[] = [
  'does not prove SaaS-side persistence without external audit evidence',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
];
