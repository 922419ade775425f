import type { CallArguments, ObservedCall } from '../span/observed-call.ts';
import { toolLeaf } from '../span/tool-name.ts';
import type { ClassifierBindings } from './bindings.ts';
import type { Candidate, Incomplete } from './candidate.ts';
import { type FieldReading, readFields } from './read-fields.ts';
import { readVerb } from './read-verb.ts';
import type { ClassifierRule } from './rule.ts';
import { BUILT_IN, type LeafRule, type RuleSet, ruleFor } from './rule-set.ts';
import { hasSecretKey } from './secret-keys.ts';

/** Why the arguments that are not there make the target incomplete. */
const WITHOUT_ARGUMENTS: Readonly<Record<Exclude<CallArguments['state'], 'captured'>, Incomplete>> = {
  not_captured: { reasonCode: 'missing_required_target_field', detail: 'arguments_not_captured' },
  truncated: { reasonCode: 'missing_required_target_field', detail: 'arguments_truncated' },
  unsupported: { reasonCode: 'unsupported_argument_shape' },
  too_large: { reasonCode: 'unsupported_argument_shape', detail: 'arguments_too_large' },
};

const NOTHING_READ: FieldReading = { fields: [], checked: [], present: [], overlong: [], conflicting: false };

/**
 * What a call is, by rules alone: exactly one candidate for every call, with raw fields that only redaction may
 * store (docs/record.md). Total: never throws. Of a call that is not known,
 * nothing but the presence of a secret-like key is read.
 */
export function classify(
  call: ObservedCall,
  bindings: ClassifierBindings,
  rules: RuleSet = BUILT_IN,
): Candidate {
  const args = call.arguments;
  const match = matchRule(call, bindings, rules);
  if (match === undefined) {
    return { known: false, secretKeySeen: args.state === 'captured' && hasSecretKey(args.fields) };
  }
  const { rule } = match;
  const isCaptured = args.state === 'captured';
  const { verb, incomplete } = readVerb(match.verb, isCaptured ? args.fields : undefined);
  const { fields, checked, overlong, ...reading } = isCaptured ? readFields(rule, args.fields) : NOTHING_READ;
  return {
    known: true,
    rule,
    verb,
    fields,
    checked,
    overlong,
    incomplete: isCaptured ? (incompleteReading(rule, reading) ?? incomplete) : WITHOUT_ARGUMENTS[args.state],
  };
}

/** By the leaf, else by the leaf less one exact `<server id>_` or `<server id>-` of a server known otherwise. */
function matchRule(call: ObservedCall, bindings: ClassifierBindings, rules: RuleSet): LeafRule | undefined {
  if (call.toolName === undefined) return undefined;
  const serverId = call.serverId || 'unknown';
  const leaf = toolLeaf(call.toolName);
  const match = ruleFor(rules, leaf, serverId, bindings);
  if (!call.serverId || call.serverIdFromName || isBuiltIn(match)) return match;
  const after = leaf.startsWith(call.serverId) ? leaf.charAt(call.serverId.length) : '';
  if (after !== '_' && after !== '-') return match;
  const shorter = ruleFor(rules, leaf.slice(call.serverId.length + 1), serverId, bindings);
  // What a built-in category knows without a file, it knows with it.
  return match === undefined || isBuiltIn(shorter) ? shorter : match;
}

function isBuiltIn(match: LeafRule | undefined): boolean {
  return match !== undefined && !match.rule.category.includes('/');
}

/** A conflict outranks a missing field: which value is meant must be settled before what is missing. */
function incompleteReading(
  rule: ClassifierRule,
  reading: Pick<FieldReading, 'present' | 'conflicting'>,
): Incomplete | undefined {
  if (reading.conflicting) {
    return { reasonCode: 'unsupported_argument_shape', detail: 'conflicting_target_fields' };
  }
  const unmet = rule.required.find(({ anyOf }) => !anyOf.some((key) => reading.present.includes(key)));
  return unmet && { reasonCode: 'missing_required_target_field', detail: unmet.detail };
}
