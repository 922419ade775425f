/** What kind of thing a known tool does. An opaque one runs a text of its caller's, which is never read. */
export const ACTION_CLASSES = [
  'privileged_admin_action',
  'state_changing_action',
  'opaque_execution',
] as const;
export type ActionClass = (typeof ACTION_CLASSES)[number];

/** How far what was done can be taken back, in the judgement of whoever wrote the classifier. */
export const CONSEQUENCES = [
  'two_way',
  'one_way_recoverable',
  'one_way_consequential',
  'one_way_terminal',
] as const;
export type Consequence = (typeof CONSEQUENCES)[number];

/**
 * A classifier as data: which leaf names it knows, which arguments it projects under which target key, and
 * what must be there. Nothing else of the arguments is ever read (docs/record.md).
 */
export interface ClassifierRule {
  /** Also the suffix of the reason code `classified_<category>`; with a `/` in it unless built in. */
  readonly category: string;
  readonly provider: string;
  readonly actionClass: ActionClass;
  readonly resourceType: string;
  /** Null where the provider publishes none. */
  readonly requiredScope: string | null;
  readonly consequence?: Consequence | undefined;
  /** The `server.id`s it speaks for, compared exactly; left out for every server. */
  readonly servers?: readonly string[] | undefined;
  /** Leaf name, exact and case-sensitive, to verb. */
  readonly verbs: Readonly<Record<string, VerbRule>>;
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
  readonly bindingFields?: readonly string[] | undefined;
  /** What a record of this category does not say. */
  readonly nonClaims: readonly string[];
}

/** The verb of a tool, or the argument in which a consolidated tool has it. */
export type VerbRule = string | VerbArgument;

export interface VerbArgument {
  /** Dotted path below the arguments. */
  readonly argument: string;
  /** The argument's value, exact, to verb. */
  readonly verbs: Readonly<Record<string, string>>;
}

/**
 * One key of the target and the arguments it may come from, as dotted paths; the first that is present wins. A path
 * with `[]` leads through a list, of which every member is taken.
 */
export type FieldRule =
  | {
      readonly key: string;
      readonly aliases: readonly string[];
      readonly as: 'plain';
      /** Integers count too, as their decimal text. */
      readonly integers?: true;
    }
  | { readonly key: string; readonly aliases: readonly string[]; readonly as: 'flag' }
  | {
      readonly key: string;
      readonly aliases: readonly string[];
      readonly as: 'hashed';
      readonly domain: string;
      readonly integers?: true;
      /** The key is always in a classified target, null where the argument is absent. */
      readonly nullWhenAbsent?: true;
      /** The members of a list, each hashed: sorted, each once. */
      readonly list?: true;
    };

/** At least one of these target keys must be present, else the target is incomplete with this detail. */
export interface Requirement {
  readonly anyOf: readonly string[];
  readonly detail: string;
}

/** Every verb that a rule can give. */
export function verbsOf({ verbs }: ClassifierRule): readonly string[] {
  const all = Object.values(verbs).flatMap((verb) =>
    typeof verb === 'string' ? [verb] : Object.values(verb.verbs),
  );
  return [...new Set(all)];
}
