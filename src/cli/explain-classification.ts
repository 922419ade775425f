import { type ClassifierBindings, familyOf } from '../classify/bindings.ts';
import type { ClassifierRule } from '../classify/rule.ts';
import type { RuleSet } from '../classify/rule-set.ts';
import type { ClassificationState, DecisionRecord } from '../decision/record.ts';
import { label } from '../redact/label.ts';
import { hasSecretShape } from '../redact/secret-shapes.ts';
import type { ObservedCall } from '../span/observed-call.ts';
import { toolLeaf } from '../span/tool-name.ts';
import type { Rules } from './read-rules.ts';

/** What a call was classified as, and who claimed it; or why nobody did. */
export interface ExplainedClassification {
  readonly state: ClassificationState;
  readonly reason_code: string;
  readonly detail: string | null;
  readonly category: string | null;
  /** `built-in`, or the name of the classifier file that the category is of. */
  readonly classifier: string | null;
  /** Of an unknown tool: why. */
  readonly unclaimed: {
    /** `not_asked`: the record was made elsewhere and is taken as it is. */
    readonly why: 'no_tool_name' | 'leaf_unknown' | 'other_servers' | 'not_asked';
    /** The part of the tool's name by which classifiers know tools. */
    readonly leaf: string | null;
    /** Categories that know the leaf, and for which servers they speak: all, where null. */
    readonly known_as: readonly { readonly category: string; readonly servers: readonly string[] | null }[];
    /** Classifier files in which it was reviewed as one that changes nothing. */
    readonly reviewed_in: readonly string[];
  } | null;
}

/** `call` is what the record was made of here; without one, it was made elsewhere. */
export function explainedClassification(
  record: DecisionRecord,
  call: ObservedCall | undefined,
  rules: Rules,
): ExplainedClassification {
  const { category } = record.tool;
  const isUnknown = category === null && record.classification === 'observed_unknown_tool';
  return {
    state: record.classification,
    reason_code: record.reason_code,
    detail: record.detail ?? null,
    category,
    classifier: category === null ? null : classifierOf(category),
    unclaimed: isUnknown ? unclaimed(call, rules) : null,
  };
}

function classifierOf(category: string): string {
  const slash = category.indexOf('/');
  return slash < 0 ? 'built-in' : category.slice(0, slash);
}

type Unclaimed = NonNullable<ExplainedClassification['unclaimed']>;

function unclaimed(call: ObservedCall | undefined, { rules, bindings, files }: Rules): Unclaimed {
  const none = { leaf: null, known_as: [], reviewed_in: [] };
  if (call === undefined) return { ...none, why: 'not_asked' };
  const { toolName, serverId = '' } = call;
  if (toolName === undefined) return { ...none, why: 'no_tool_name' };
  const leaf = toolLeaf(toolName);
  const leaves = [leaf, ...(isPrefixed(leaf, serverId) ? [leaf.slice(serverId.length + 1)] : [])];
  const knownAs = leaves.flatMap((name) => knownUnder(name, rules, bindings));
  const reviewed = files.filter(({ reviewed_read_only = [] }) =>
    leaves.some((name) => reviewed_read_only.includes(name)),
  );
  return {
    why: knownAs.length > 0 ? 'other_servers' : 'leaf_unknown',
    // A piece of a name with a secret in it may be a piece of the secret, and no longer have its shape.
    leaf: label(hasSecretShape(toolName) ? toolName : leaf).value,
    known_as: knownAs,
    reviewed_in: reviewed.map(({ name }) => name),
  };
}

/** `<server id>_<leaf>`, as some hosts name tools. */
function isPrefixed(leaf: string, serverId: string): boolean {
  return serverId !== '' && leaf.startsWith(serverId) && /^[_-]/.test(leaf.slice(serverId.length));
}

function knownUnder(leaf: string, { byLeaf }: RuleSet, bindings: ClassifierBindings): Unclaimed['known_as'] {
  return (byLeaf.get(leaf) ?? []).map(({ rule }) => ({
    category: rule.category,
    servers: serversOf(rule, bindings),
  }));
}

function serversOf({ category, servers }: ClassifierRule, bindings: ClassifierBindings) {
  const bound = [category, familyOf(category)].find((name) => Object.hasOwn(bindings, name));
  return (bound === undefined ? undefined : bindings[bound]?.servers) ?? servers ?? null;
}
