/** What classification hands to redaction: a category with *raw* fields. Nothing here is safe to store. */
import type { ClassifierRule } from './rule.ts';

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
  | { readonly key: string; readonly as: 'list'; readonly domain: string; readonly values: readonly string[] }
  /** A field that the target always has, with nothing to put in it. */
  | { readonly key: string; readonly as: 'null' };

/** A string that an alias holds: every one is searched for secrets, those to be projected have a length too. */
export interface CheckedValue {
  readonly key: string;
  readonly value: string;
  readonly isProjected: boolean;
}

/** A call that matches a classifier. */
export interface KnownCandidate {
  readonly known: true;
  readonly rule: ClassifierRule;
  /** Null where it stands in an argument that is not there or says what nobody listed. */
  readonly verb: string | null;
  /** In the order of the target's keys, `provider` not among them; without fields whose aliases differ. */
  readonly fields: readonly RawField[];
  /** Every present string of a projected field, grouped by target key. */
  readonly checked: readonly CheckedValue[];
  /** Target keys whose list has more members than a record takes. */
  readonly overlong: readonly string[];
  readonly incomplete: Incomplete | undefined;
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
