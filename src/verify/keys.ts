import { canonicalJson } from '../decision/canonical-json.ts';
import type { AuditSubject } from './audit-record.ts';

/** One key for what a call or an audit record did, to what, and where. */
export function bindingKey(provider: string, subject: AuditSubject): string {
  return canonicalJson([provider, subject]);
}

/** One key for what it did and where, whatever the target; of what says null of one, no audit record has it. */
export function kindKey(provider: string | null, actionClass: string | null, verb: string | null): string {
  return canonicalJson([provider, actionClass, verb]);
}

/** By UTF-16 code units: the same on every machine. */
export function inCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export type NonEmpty<T> = readonly [T, ...(readonly T[])];

/** What has one key, in the order in which it came. */
export function grouped<T>(list: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, NonEmpty<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of list) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
