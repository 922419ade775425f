import { ACTION_CLASSES, type ClassifierRule, verbsOf } from '../classify/rule.ts';
import { classifierOf, targetKeys, targetValue } from './category-rules.ts';
import { foreignAction, isForeign } from './foreign-category.ts';
import { expect, type Fields, isObject, quote, type Refinement } from './refinement.ts';

const KNOWN_TOOL = ['classified', 'classified_incomplete', 'redaction_failed'];

/** What category, action and target must be in each classification state (docs/record.md). */
export function actionRules(
  classification: unknown,
  category: unknown,
  action: unknown,
  context: Refinement,
): void {
  if (classification === 'observed_unknown_tool') unclassified(category, action, context);
  else if (KNOWN_TOOL.includes(classification as string) && isObject(action)) {
    privileged(classification, category, action, context);
  }
}

function unclassified(category: unknown, action: unknown, context: Refinement): void {
  const because = ' for an unknown tool';
  expect(context, category === undefined || category === null, ['tool', 'category'], `null${because}`);
  if (!isObject(action)) return;
  expect(context, action.class === 'unclassified', ['action', 'class'], `"unclassified"${because}`);
  for (const field of ['verb', 'resource_type', 'target', 'required_scope']) {
    const isNull = action[field] === null || (field === 'required_scope' && action[field] === undefined);
    expect(context, isNull, ['action', field], `null${because}`);
  }
}

function privileged(classification: unknown, category: unknown, action: Fields, context: Refinement): void {
  const because = ' for a known tool';
  expect(context, category !== null, ['tool', 'category'], `a category${because}`);
  const classes: readonly string[] = isForeign(category) ? ACTION_CLASSES : ['privileged_admin_action'];
  const isClass = classes.includes(action.class as string);
  expect(context, isClass, ['action', 'class'], `${classes.map(quote).join(' or ')}${because}`);
  if (isForeign(category)) foreignAction(classification, action, context);
  const rule = classifierOf(category);
  if (rule === undefined) return;
  const { verb, resource_type, required_scope } = action;
  const verbs = verbsOf(rule);
  expect(context, verbs.includes(verb as string), ['action', 'verb'], verbs.map(quote).join(' or '));
  expect(context, resource_type === rule.resourceType, ['action', 'resource_type'], quote(rule.resourceType));
  const hasScope = required_scope === undefined || required_scope === rule.requiredScope;
  expect(context, hasScope, ['action', 'required_scope'], quote(String(rule.requiredScope)));
  targetRules(rule, classification, action.target, context);
}

function targetRules(
  rule: ClassifierRule,
  classification: unknown,
  target: unknown,
  context: Refinement,
): void {
  const path = ['action', 'target'];
  expect(context, isObject(target), path, 'an object for a known tool');
  if (!isObject(target)) return;
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
