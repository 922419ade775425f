import type { ActionClass, Consequence } from './rule.ts';

/** Types of `assay.tool_classifiers.v0`: categories as people write them down (docs/classifiers.md). */
export const CLASSIFIERS_SCHEMA = 'assay.tool_classifiers.v0';

/** A classifier file, valid. */
export interface ToolClassifiers {
  readonly schema: typeof CLASSIFIERS_SCHEMA;
  /** Every category id begins with it and a `/`. */
  readonly name: string;
  /** Day of the last review against the sources, `YYYY-MM-DD`. */
  readonly reviewed?: string | undefined;
  /** Where names and arguments of the tools were read. */
  readonly sources?: readonly ClassifierSource[] | undefined;
  /** The `server.id`s that it speaks for, exact; `["*"]` for every server. */
  readonly servers: readonly string[];
  readonly categories: readonly CategoryDocument[];
  /** Tools that a person read and found to change nothing. They stay unknown tools in every record. */
  readonly reviewed_read_only?: readonly string[] | undefined;
}

export interface ClassifierSource {
  readonly what: string;
  readonly version?: string | undefined;
  readonly date?: string | undefined;
  readonly url?: string | undefined;
}

export interface CategoryDocument {
  readonly id: string;
  readonly provider: string;
  /** Instead of those of the file. */
  readonly servers?: readonly string[] | undefined;
  /** Default `privileged_admin_action`. */
  readonly class?: ActionClass | undefined;
  readonly resource_type: string;
  readonly required_scope: string | null;
  readonly consequence?: Consequence | undefined;
  /** Leaf name to verb. */
  readonly tools: Readonly<Record<string, ToolVerb>>;
  readonly fields: readonly FieldDocument[];
  readonly required: readonly RequirementDocument[];
  readonly kept_when_incomplete?: readonly string[] | undefined;
  readonly binding_fields?: readonly string[] | undefined;
  readonly non_claims?: readonly string[] | undefined;
  readonly cases?: readonly ClassifierCase[] | undefined;
}

export type ToolVerb =
  | string
  | { readonly argument: string; readonly verbs: Readonly<Record<string, string>> };

export interface FieldDocument {
  readonly key: string;
  readonly from: readonly string[];
  readonly as: 'plain' | 'flag' | 'hashed';
  /** Of hashed fields. */
  readonly domain?: string | undefined;
  /** `identifier`: a string or an integer. Default `string`. */
  readonly type?: 'string' | 'identifier' | undefined;
  readonly null_when_absent?: boolean | undefined;
  /** Why a key that looks like an identifier may stand in plain. */
  readonly why_plain?: string | undefined;
}

export interface RequirementDocument {
  readonly any_of: readonly string[];
  /** Default `missing_` and the keys, joined by `_or_`. */
  readonly detail?: string | undefined;
}

/** A call, and what its record must say. */
export interface ClassifierCase {
  readonly name: string;
  readonly call: {
    readonly server?: string | undefined;
    readonly tool: string;
    /** Left out where the instrumentation recorded none. */
    readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly record: {
    readonly classification: string;
    readonly reason_code?: string | undefined;
    readonly detail?: string | undefined;
    readonly verb?: string | null | undefined;
    /** Every key of the target beside `provider`. */
    readonly target?: Readonly<Record<string, ExpectedValue>> | undefined;
  };
}

/** `{ domain, of }` stands for the hash of a value. */
export type ExpectedValue = string | boolean | null | ExpectedHash | readonly (string | ExpectedHash)[];

export interface ExpectedHash {
  readonly domain: string;
  readonly of: string;
}
