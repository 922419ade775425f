import { isBlank } from '../classify/normalise.ts';
import type { ClassifierRule, FieldRule } from '../classify/rule.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import type { Target } from '../decision/record.ts';
import type { TargetValue } from '../redact/redact-target.ts';
import { sanitise } from '../redact/sanitise.ts';
import { classifierOf, HASH_PREFIX, isHash } from './declared-fields.ts';
import type { DeclaredAction, DeclaredEffect, TargetEntry } from './declared-surface.ts';
import { judgedEffect } from './judged-effect.ts';
import { isComplete, type ObservedRecord } from './observed-run.ts';

/** Drafted actions, and how many calls cannot be written down as a declaration of themselves alone. */
export interface DraftActions {
  readonly actions: readonly DeclaredAction[];
  readonly unwritable: number;
}

/** One target of one class. */
interface WrittenTarget {
  readonly actionClass: string;
  readonly provider: string;
  readonly entry: TargetEntry;
}

/** With all that was decided on it. */
interface SeenTarget extends WrittenTarget {
  readonly effects: Set<DeclaredEffect>;
}

/**
 * The targets of complete calls on which somebody decided or nobody spoke, each once: an action for each class and each
 * set of effects, its entries in canonical order.
 */
export function draftActions(
  records: readonly ObservedRecord[],
  classifiers: readonly ClassifierRule[],
): DraftActions {
  const seen = new Map<string, SeenTarget>();
  let unwritable = 0;
  for (const record of records.filter(isComplete)) {
    const { effect } = judgedEffect(record);
    if (effect === 'error') continue;
    const written = writtenTarget(record, classifiers);
    if (written === undefined) {
      unwritable += 1;
      continue;
    }
    const key = canonicalJson([written.actionClass, written.provider, written.entry]);
    const known = seen.get(key) ?? { ...written, effects: new Set<DeclaredEffect>() };
    known.effects.add(effect);
    seen.set(key, known);
  }
  return { actions: grouped(seen), unwritable };
}

/** `undefined` where there is no word for it: no class that is loaded, no target, a value with another meaning. */
function writtenTarget(
  { tool, action: { target } }: ObservedRecord,
  classifiers: readonly ClassifierRule[],
): WrittenTarget | undefined {
  const rule = classifierOf(tool.category, classifiers);
  if (rule === undefined || target === null) return undefined;
  const entry = entryOf(rule, target);
  return entry && { actionClass: rule.category, provider: target.provider, entry };
}

/** Every field of the category as the target has it; `undefined` where one would mean something else as a constraint. */
function entryOf({ fields }: ClassifierRule, target: Target): TargetEntry | undefined {
  const values = fields.map((field) => {
    const value = Object.hasOwn(target, field.key) ? (target[field.key] ?? null) : null;
    return { field, value };
  });
  if (!values.every(({ field, value }) => isConstraint(field, value))) return undefined;
  return Object.fromEntries(values.map(({ field, value }) => [field.key, value]));
}

function isConstraint(field: FieldRule, value: TargetValue): boolean {
  if (value === null) return true;
  const { as } = field;
  if (as === 'hashed' && field.list) return Array.isArray(value) && value.every(isHash);
  if (as === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'string' || value === '*') return false;
  // A declared name is compared in the form in which records carry it.
  if (as === 'plain') return !isBlank(value) && sanitise(value) === value;
  return value.startsWith(HASH_PREFIX) && isHash(value);
}

function grouped(seen: ReadonlyMap<string, SeenTarget>): DeclaredAction[] {
  const inOrder = [...seen].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, target]) => target);
  const groups = new Map<string, [SeenTarget, ...SeenTarget[]]>();
  for (const target of inOrder) {
    const { provider, actionClass, effects } = target;
    const key = canonicalJson([actionClass, provider, [...effects].sort()]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [target]);
    else group.push(target);
  }
  const ids = new Set<string>();
  const actions = [...groups.values()].map((targets) => {
    const [{ provider, actionClass, effects }] = targets;
    const allowed_effects = [...effects].sort();
    const id = newId(`${actionClass}.${allowed_effects.join('_or_')}`, ids);
    const allowed_targets = targets.map(({ entry }) => entry);
    return { id, provider, action_class: actionClass, allowed_targets, allowed_effects };
  });
  return actions.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Of two providers of one class, the second has a number. */
function newId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let number = 2; ids.has(id); number += 1) id = `${wanted}.${number}`;
  ids.add(id);
  return id;
}
