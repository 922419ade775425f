import type { ClassifierRule } from '../classify/rule.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { digestOf } from '../decision/codec.ts';
import type { AuditSubject, AuditTarget } from './audit-record.ts';
import type { VerifiableRecord } from './verifiable-run.ts';

/** `sha256:` and the hex SHA-256 of the RFC 8785 form of a subject, as it stands. */
export function bindingDigest(subject: AuditSubject): string {
  return digestOf(canonicalJson(subject));
}

/** A subject without what it says to be null: null counts as not present, on both sides. */
export function presentSubject({ action_class, verb, target }: AuditSubject): AuditSubject {
  const present = Object.entries(target).filter(([, value]) => value !== null);
  return { action_class, verb, target: Object.fromEntries(present) };
}

/**
 * What a call did, by its category's binding fields that are present; `undefined` where that cannot be told: an
 * unknown tool, a target that is not complete, a category without binding fields. A field that was lost is not a
 * field that was never there, so only what is `classified` has a subject.
 */
export function callSubject(
  { classification, tool, action }: VerifiableRecord,
  classifiers: readonly ClassifierRule[],
): AuditSubject | undefined {
  const rule = classifiers.find(({ category }) => category === tool.category);
  const { resource_type, verb, target } = action;
  if (classification !== 'classified' || rule?.bindingFields === undefined) return undefined;
  if (target === null || resource_type === null || verb === null) return undefined;
  const fields = rule.bindingFields.filter((key) => isPresent(target, key));
  const isWhole = rule.required.every(({ anyOf }) => anyOf.some((key) => fields.includes(key)));
  if (!isWhole) return undefined;
  return { action_class: resource_type, verb, target: project(target, fields) };
}

/** Some fields of a target; null is what it does not say. */
export function project(target: AuditTarget, fields: readonly string[]): AuditTarget {
  return Object.fromEntries(fields.map((key) => [key, target[key] ?? null]));
}

/** Whether a target says what a field is. */
function isPresent(target: AuditTarget, field: string): boolean {
  return Object.hasOwn(target, field) && target[field] !== null && target[field] !== undefined;
}
