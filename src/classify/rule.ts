/**
 * A classifier as data: which leaf names it knows, which arguments it projects under which target key, and
 * what must be there. Nothing else of the arguments is ever read (docs/record.md).
 */
export interface ClassifierRule {
  /** Also the suffix of the reason code `classified_<category>`. */
  readonly category: string;
  readonly provider: string;
  readonly resourceType: string;
  readonly requiredScope: string;
  /** Leaf name, exact and case-sensitive, to verb. */
  readonly verbs: Readonly<Record<string, string>>;
  /** In the order of the target's keys. */
  readonly fields: readonly FieldRule[];
  /** In the order in which they are checked: the first that is not met gives the `detail`. */
  readonly required: readonly Requirement[];
  /** The target keys that an incomplete target keeps beside `provider`. */
  readonly keptWhenIncomplete: readonly string[];
  /**
   * The target keys that say which effect a call had, and so bind a provider's audit record to it. What only the
   * request knows is none. Widening the list changes every binding digest of the category; without one, no call of
   * it can be verified.
   */
  readonly bindingFields?: readonly string[];
}

/** One key of the target and the argument names it may come from; the first that is present wins. */
export type FieldRule =
  | { readonly key: string; readonly aliases: readonly string[]; readonly as: 'plain' | 'flag' }
  | {
      readonly key: string;
      readonly aliases: readonly string[];
      readonly as: 'hashed';
      readonly domain: string;
      /** The key is always in a classified target, null where the argument is absent. */
      readonly nullWhenAbsent?: true;
    };

/** At least one of these target keys must be present, else the target is incomplete with this detail. */
export interface Requirement {
  readonly anyOf: readonly string[];
  readonly detail: string;
}
