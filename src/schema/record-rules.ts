import type { ClassifierRule } from '../classify/rule.ts';
import { classifierOf, targetKeys, targetValue } from './category-rules.ts';
import { expect, fieldsOf, isObject, type Refinement } from './refinement.ts';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * What the fields of a record must be together (record spec, sections 1 to 5). Runs also over records whose
 * fields are wrong one by one, so every rule asks only what it can read and says nothing of the rest.
 */
export function recordRules(record: unknown, context: Refinement): void {
  const { tool, classification, reason_code, detail, action, decision, response, correlation } =
    fieldsOf(record);
  const category = fieldsOf(tool).category;
  const isUnknownTool = classification === 'observed_unknown_tool';
  if (isUnknownTool) unclassified(category, action, context);
  else if (isObject(action)) privileged(classification, category, action, context);
  const reason = reasons(classification, category, classifierOf(category));
  if (reason !== undefined) reasonAndDetail(reason, reason_code, detail, context);
  decisionRules(fieldsOf(decision), context);
  responseRules(fieldsOf(response), fieldsOf(decision), context);
  if (correlation !== undefined) correlationRules(fieldsOf(correlation), context);
}

function unclassified(category: unknown, value: unknown, context: Refinement): void {
  const because = ' for an unknown tool';
  expect(context, category === undefined || category === null, ['tool', 'category'], `null${because}`);
  if (!isObject(value)) return;
  const action = fieldsOf(value);
  expect(context, action.class === 'unclassified', ['action', 'class'], `"unclassified"${because}`);
  for (const field of ['verb', 'resource_type', 'target', 'required_scope']) {
    const isNull = action[field] === null || (field === 'required_scope' && action[field] === undefined);
    expect(context, isNull, ['action', field], `null${because}`);
  }
}

function privileged(classification: unknown, category: unknown, action: Fields, context: Refinement): void {
  if (!STATES.includes(classification as string)) return;
  const because = ' for a known tool';
  expect(context, category !== null, ['tool', 'category'], `a category${because}`);
  expect(
    context,
    action.class === 'privileged_admin_action',
    ['action', 'class'],
    `"privileged_admin_action"${because}`,
  );
  const rule = classifierOf(category);
  if (rule === undefined) return;
  const { verb, resource_type, required_scope } = action;
  const verbs = [...new Set(Object.values(rule.verbs))];
  expect(context, verbs.includes(verb as string), ['action', 'verb'], verbs.map(quote).join(' or '));
  expect(context, resource_type === rule.resourceType, ['action', 'resource_type'], quote(rule.resourceType));
  const hasScope = required_scope === undefined || required_scope === rule.requiredScope;
  expect(context, hasScope, ['action', 'required_scope'], quote(rule.requiredScope));
  targetRules(rule, classification, action.target, context);
}

function targetRules(
  rule: ClassifierRule,
  classification: unknown,
  value: unknown,
  context: Refinement,
): void {
  const path = ['action', 'target'];
  expect(context, isObject(value), path, 'an object for a known tool');
  if (!isObject(value)) return;
  const target = fieldsOf(value);
  const { required, allowed } = targetKeys(rule, classification);
  expect(context, target.provider === rule.provider, [...path, 'provider'], quote(rule.provider));
  for (const key of allowed) {
    if (Object.hasOwn(target, key)) {
      const expectation = targetValue(rule, key, target[key]);
      if (expectation !== undefined) expect(context, false, [...path, key], expectation);
    } else if (required.includes(key)) {
      expect(context, false, [...path, key], 'present where the classification is "classified"');
    }
  }
  // An unexpected key may be a raw value that slipped in: it is refused, and neither it nor its value is shown.
  const extra = Object.keys(target).filter((key) => key !== 'provider' && !allowed.includes(key));
  const keys = ['provider', ...allowed].map((key) => `\`${key}\``).join(', ');
  const expectation = `an object of ${keys} alone with this classification`;
  expect(context, extra.length === 0, path, expectation, 'one with another key');
  if (classification === 'classified') scopeRule(rule, target, context);
}

/** Of keys that may be null one by one, one is there. */
function scopeRule(rule: ClassifierRule, target: Fields, context: Refinement): void {
  for (const { anyOf } of rule.required) {
    if (anyOf.length === 1 || !anyOf.every((key) => target[key] === null)) continue;
    expect(
      context,
      false,
      ['action', 'target', anyOf[0] ?? ''],
      `a digest where \`${anyOf.slice(1).join('`, `')}\` is null`,
    );
  }
}

/** Reason codes of a state, each with the details that may go with it. */
type Reasons = Readonly<Record<string, readonly string[]>>;

const STATES = ['classified', 'classified_incomplete', 'redaction_failed'];

function reasons(
  classification: unknown,
  category: unknown,
  rule: ClassifierRule | undefined,
): Reasons | undefined {
  switch (classification) {
    case 'classified':
      return rule && { [`classified_${String(category)}`]: [] };
    case 'classified_incomplete':
      return {
        missing_required_target_field: [
          ...new Set(rule?.required.map(({ detail }) => detail)),
          'arguments_not_captured',
          'arguments_truncated',
        ],
        unsupported_argument_shape: ['conflicting_target_fields', 'arguments_too_large'],
      };
    case 'observed_unknown_tool':
      return { unknown_tool_name: [], redacted_secret_argument: [] };
    case 'redaction_failed':
      return { redacted_secret_argument: [], unsupported_argument_shape: ['projected_value_too_long'] };
    default:
      return undefined;
  }
}

function reasonAndDetail(allowed: Reasons, reason: unknown, detail: unknown, context: Refinement): void {
  const codes = Object.keys(allowed);
  expect(context, codes.includes(reason as string), ['reason_code'], codes.map(quote).join(' or '));
  if (detail === undefined || !codes.includes(reason as string)) return;
  const details = allowed[reason as string] ?? [];
  const expected = details.length === 0 ? 'absent with this reason code' : details.map(quote).join(' or ');
  expect(context, details.includes(detail as string), ['detail'], expected);
}

function decisionRules({ effect, enforced, advised_effect }: Fields, context: Refinement): void {
  if (advised_effect === undefined) return;
  expect(context, effect === 'allow', ['decision', 'effect'], '"allow" where a deny was only advised');
  expect(context, enforced === false, ['decision', 'enforced'], 'false where a deny was only advised');
}

function responseRules(response: Fields, { effect }: Fields, context: Refinement): void {
  const { status, side_effect_asserted: asserted } = response;
  if (typeof effect !== 'string' || typeof status !== 'string' || typeof asserted !== 'boolean') return;
  const isAsserted = effect === 'allow' && status === 'success';
  const because = 'exactly where the effect is "allow" and the status "success"';
  expect(
    context,
    asserted === isAsserted,
    ['response', 'side_effect_asserted'],
    `${isAsserted}: true ${because}`,
  );
}

function correlationRules({ basis, traceparent, source_class }: Fields, context: Refinement): void {
  if (basis === 'propagated_trace_context') {
    const isValid = typeof traceparent === 'string' && TRACEPARENT.test(traceparent);
    expect(context, isValid, ['correlation', 'traceparent'], 'a valid W3C traceparent with this basis');
    expect(
      context,
      source_class === 'propagated',
      ['correlation', 'source_class'],
      '"propagated" with this basis',
    );
  } else if (typeof basis === 'string') {
    expect(
      context,
      traceparent === null,
      ['correlation', 'traceparent'],
      'null unless the basis is "propagated_trace_context"',
    );
    expect(
      context,
      source_class === null,
      ['correlation', 'source_class'],
      'null unless the basis is "propagated_trace_context"',
    );
  }
}

type Fields = ReturnType<typeof fieldsOf>;

function quote(text: string): string {
  return `"${text}"`;
}
