/** What classification hands to redaction: a category with *raw* fields. Nothing here is safe to store. */

/** Why a known tool's target is not complete. */
export interface Incomplete {
  readonly reasonCode: 'missing_required_target_field' | 'unsupported_argument_shape';
  readonly detail?: string;
}

/** One field to project: `as: "plain"` stores it sanitised, `as: "hashed"` stores its domain-separated hash. */
export type RawField =
  | { readonly key: string; readonly as: 'plain'; readonly value: string }
  | { readonly key: string; readonly as: 'flag'; readonly value: boolean }
  | { readonly key: string; readonly as: 'hashed'; readonly domain: string; readonly value: string }
  /** A field that the target always has, with nothing to put in it. */
  | { readonly key: string; readonly as: 'null' };

/** A call that matches a classifier. */
export interface KnownCandidate {
  readonly known: true;
  readonly category: string;
  readonly provider: string;
  readonly verb: string;
  readonly resourceType: string;
  readonly requiredScope: string;
  /** In the order of the target's keys, `provider` not among them; without fields whose aliases differ. */
  readonly fields: readonly RawField[];
  /**
   * Every present string alias of a projected field, grouped by target key, the one that would be projected
   * first: all are checked for secrets, the first for its length.
   */
  readonly checked: readonly { readonly key: string; readonly value: string }[];
  readonly incomplete: Incomplete | undefined;
  /** The fields that an incomplete target keeps, if present and safe (GitHub keeps `owner`). */
  readonly keptWhenIncomplete: readonly string[];
  /** Said of unknown calls only. */
  readonly secretKeySeen?: never;
}

/** A call that matches none: never read as clean. */
export interface UnknownCandidate {
  readonly known: false;
  /** A top-level argument key says that its value is a secret; all that is ever said of these arguments. */
  readonly secretKeySeen: boolean;
}

export type Candidate = KnownCandidate | UnknownCandidate;
