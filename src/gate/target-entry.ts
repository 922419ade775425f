import type { FieldRule } from '../classify/rule.ts';
import type { Target } from '../decision/record.ts';
import type { TargetValue } from '../redact/redact-target.ts';
import { sanitise } from '../redact/sanitise.ts';
import { targetHash } from '../redact/target-hash.ts';
import { type DeclaredFields, HASH_PREFIX } from './declared-fields.ts';
import type { TargetEntry } from './declared-surface.ts';

/** What one field of an entry asks of a target. `"*"` asks nothing and is no constraint. */
export interface Constraint {
  /** As it was declared: `workspace`, where the target says `workspace_id_hash`. */
  readonly name: string;
  /** In the target. */
  readonly key: string;
  /** As a record would carry it, null where nothing may be there; of a list, every member that may be in it. */
  readonly value: TargetValue;
  /** Readers take hex digits in either case. */
  readonly isHash: boolean;
}

/** An entry of `allowed_targets`, ready to be compared. */
export type Entry = readonly Constraint[];

/** The constraints of a valid entry, in its order. */
export function compileEntry(entry: TargetEntry, fields: DeclaredFields): Entry {
  return Object.entries(entry).flatMap(([name, value]) => {
    if (value === '*') return [];
    const field = fields.get(name);
    // No reader lets it through. If one did, a constraint that is not understood must not be one that holds.
    if (field === undefined) return [{ name, key: name, value, isHash: false }];
    return [{ name, key: field.key, value: carried(field, value), isHash: field.as === 'hashed' }];
  });
}

/** What a record carries where the argument was `value`. */
function carried(field: FieldRule, value: TargetValue): TargetValue {
  if (field.as === 'hashed' && field.list && value !== null) {
    return [value].flat().map((member) => hashOf(field.domain, String(member)));
  }
  if (typeof value !== 'string') return value;
  return field.as === 'hashed' ? hashOf(field.domain, value) : sanitise(value);
}

function hashOf(domain: string, value: string): string {
  return value.startsWith(HASH_PREFIX) ? value.toLowerCase() : targetHash(domain, value);
}

/** How a target stands to an entry. */
export interface Fit {
  /** Constraints that do not hold. */
  readonly failed: readonly Constraint[];
  /** Constraints on what an incomplete target does not say. */
  readonly open: readonly Constraint[];
}

/**
 * Compares field by field. In a complete target a field that is absent or null is just that; an incomplete one does
 * not say what is there.
 */
export function fitEntry(entry: Entry, target: Target | null, isComplete: boolean): Fit {
  const failed: Constraint[] = [];
  const open: Constraint[] = [];
  for (const constraint of entry) {
    const found = observedValue(target, constraint.key);
    if (found === null && !isComplete) open.push(constraint);
    else if (!holds(constraint, found)) failed.push(constraint);
  }
  return { failed, open };
}

/** Whether fewer than `most` constraints (1 or more) fail, as in {@link fitEntry}; makes nothing: it is asked most often. */
export function failsLess(entry: Entry, target: Target | null, isComplete: boolean, most: number): boolean {
  let failed = 0;
  for (const constraint of entry) {
    const found = observedValue(target, constraint.key);
    if ((found !== null || isComplete) && !holds(constraint, found)) failed += 1;
    if (failed >= most) return false;
  }
  return true;
}

function holds({ value, isHash }: Constraint, found: TargetValue): boolean {
  if (isList(value) && isList(found)) return isWithin(found, value);
  return isHash && typeof found === 'string' ? found.toLowerCase() === value : found === value;
}

/**
 * A list may hold less than is declared, and nothing else. Each member is once in a list of ours, so that one which is
 * longer than what is declared holds something else; no list of ours is empty.
 */
function isWithin(found: readonly string[], declared: readonly string[]): boolean {
  if (found.length === 0 || found.length > declared.length) return false;
  return found.every((member) => declared.includes(member.toLowerCase()));
}

function isList(value: TargetValue): value is readonly string[] {
  return typeof value === 'object' && value !== null;
}

/** Whether what was observed under a constraint differs from it in case alone. */
export function differsInCase({ key, value, isHash }: Constraint, target: Target | null): boolean {
  return !isHash && sameButCase(observedValue(target, key), value);
}

export function sameButCase(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || one === other) return false;
  return one.toLowerCase() === other.toLowerCase();
}

function observedValue(target: Target | null, key: string): TargetValue {
  return target !== null && Object.hasOwn(target, key) ? (target[key] ?? null) : null;
}
