import { type ClassifierBindings, isBound } from './bindings.ts';
import { CLASSIFIERS } from './registry.ts';
import type { ClassifierRule, VerbRule } from './rule.ts';

/** Version of the built-in categories, part of every rule set. */
export const CLASSIFIER_VERSION = 'assay.classifiers.v0';

/** The classifiers that are loaded, ready to be asked: the cost of a question does not grow with their number. */
export interface RuleSet {
  /** In order of precedence: the built-in ones first, so that no file changes what they say. */
  readonly rules: readonly ClassifierRule[];
  readonly byLeaf: ReadonlyMap<string, readonly LeafRule[]>;
  /** What a record made by them says of them: the built-in version, then `<name>@sha256:…` of each file. */
  readonly versions: readonly string[];
}

/** A rule under one of its leaf names. */
export interface LeafRule {
  readonly rule: ClassifierRule;
  readonly verb: VerbRule;
}

/** The built-in rules and those of files, in the order in which the files were loaded. */
export function ruleSet(added: readonly ClassifierRule[], versions: readonly string[]): RuleSet {
  const rules = [...CLASSIFIERS, ...added];
  const byLeaf = new Map<string, LeafRule[]>();
  for (const rule of rules) {
    for (const [leaf, verb] of Object.entries(rule.verbs)) {
      const known = byLeaf.get(leaf);
      if (known === undefined) byLeaf.set(leaf, [{ rule, verb }]);
      else known.push({ rule, verb });
    }
  }
  return { rules, byLeaf, versions: [CLASSIFIER_VERSION, ...versions] };
}

/** Nothing but the built-in categories. */
export const BUILT_IN: RuleSet = /* @__PURE__ */ ruleSet([], []);

/** The first rule that knows a leaf and speaks for the server. */
export function ruleFor(
  { byLeaf }: RuleSet,
  leaf: string,
  serverId: string,
  bindings: ClassifierBindings,
): LeafRule | undefined {
  return byLeaf.get(leaf)?.find(({ rule }) => isBound(bindings, rule, serverId));
}
