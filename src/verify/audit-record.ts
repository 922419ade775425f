import type { TargetValue } from '../redact/redact-target.ts';

export const AUDIT_RECORD_SCHEMA = 'assay.provider_audit_record.v0';

/**
 * What an effect was done to and how: what a call and an audit record are compared by. Beware: `action_class` is a
 * record's `resource_type` here, and its `tool.category` in a declared surface.
 */
export interface AuditSubject {
  readonly action_class: string;
  readonly verb: string;
  /** The category's binding fields; hashed where the record hashes. Null says what leaving it out says. */
  readonly target: AuditTarget;
}

export type AuditTarget = Readonly<Record<string, TargetValue>>;

/**
 * `assay.provider_audit_record.v0`: one entry of a provider's own audit log, exported by somebody else. Whether it is
 * authentic, and when it was written, is not checked. Unknown fields are ignored.
 */
export interface ProviderAuditRecord {
  readonly schema: typeof AUDIT_RECORD_SCHEMA;
  readonly provider: string;
  /** Names one effect at its provider: given twice, it counts once. */
  readonly record_id: string;
  readonly subject: AuditSubject;
  /** `sha256:` over the RFC 8785 form of `subject`. */
  readonly binding_digest: string;
}

/** One thing that is wrong with an audit record; free of its values. */
export interface AuditProblem {
  /** `a.b`; empty for the document itself. */
  readonly path: string;
  readonly message: string;
}

/** An audit record that is well formed, or everything that is wrong with what should have been one. */
export type AuditReading =
  | { readonly record: ProviderAuditRecord }
  | {
      readonly problems: readonly AuditProblem[];
      /** As it was parsed; left out where it could not be. */
      readonly document?: unknown;
    };

/** An audit record as it came in. */
export interface AuditInput {
  /** Where it stands, as reports name it: `audit.ndjson:3`. */
  readonly source: string;
  readonly reading: AuditReading;
}
