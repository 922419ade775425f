import type { KnownCandidate, RawField } from '../classify/candidate.ts';
import { sanitise } from './sanitise.ts';
import { hasSecretShape } from './secret-shapes.ts';
import { targetHash } from './target-hash.ts';
import { exceedsUtf8, STORED_BYTES } from './utf8.ts';

/** `provider` and fields; a list holds hashes, sorted, each once. */
export interface ProjectedTarget {
  readonly provider: string;
  readonly [field: string]: TargetValue;
}

export type TargetValue = string | boolean | null | readonly string[];

/** A known call's target, safe to store, and what became of the classification on the way. */
export interface RedactedTarget {
  readonly state: 'classified' | 'classified_incomplete' | 'redaction_failed';
  readonly reasonCode: string;
  readonly detail?: string;
  readonly target: ProjectedTarget;
  /** Record paths of the plain fields that sanitising changed, in the order of the target's keys. */
  readonly sanitizedFields: readonly string[];
}

/**
 * Projects a known candidate into its target: plain fields sanitised, identifiers hashed under their domains
 * (docs/record.md). Total.
 *
 * Fails closed. A field of which any alias holds a secret's shape is left out and never hashed, and so is one
 * of which a value is longer than 256 UTF-8 bytes or a list longer than a record takes; the state is then `redaction_failed` (a secret outranks a
 * length, both outrank an incomplete target) and the target keeps every other field that is present.
 */
export function redactCandidate(candidate: KnownCandidate): RedactedTarget {
  const { fields, incomplete } = candidate;
  const { category, provider, keptWhenIncomplete } = candidate.rule;
  const { secret, tooLong } = unsafeKeys(candidate);
  if (secret.length > 0 || tooLong.length > 0) {
    const isSafe = ({ key, as }: RawField) =>
      as !== 'null' && !secret.includes(key) && !tooLong.includes(key);
    return { ...failure(secret.length > 0), ...project(provider, fields.filter(isSafe)) };
  }
  if (incomplete !== undefined) {
    const isKept = ({ key }: RawField) => keptWhenIncomplete.includes(key);
    return { state: 'classified_incomplete', ...incomplete, ...project(provider, fields.filter(isKept)) };
  }
  const { target, sanitizedFields } = project(provider, fields);
  return { state: 'classified', reasonCode: `classified_${category}`, target, sanitizedFields };
}

function failure(
  isSecret: boolean,
): { readonly state: 'redaction_failed' } & Pick<RedactedTarget, 'reasonCode' | 'detail'> {
  const state = 'redaction_failed';
  if (isSecret) return { state, reasonCode: 'redacted_secret_argument' };
  return { state, reasonCode: 'unsupported_argument_shape', detail: 'projected_value_too_long' };
}

interface UnsafeKeys {
  readonly secret: readonly string[];
  readonly tooLong: readonly string[];
}

/** Every alias is searched for secrets; only what is projected has a length. */
function unsafeKeys({ checked, overlong }: KnownCandidate): UnsafeKeys {
  const secret: string[] = [];
  const tooLong: string[] = [...overlong];
  for (const { key, value, isProjected } of checked) {
    if (hasSecretShape(value)) secret.push(key);
    if (isProjected && exceedsUtf8(value, STORED_BYTES)) tooLong.push(key);
  }
  return { secret, tooLong };
}

function project(
  provider: string,
  fields: readonly RawField[],
): Pick<RedactedTarget, 'target' | 'sanitizedFields'> {
  const target: Record<string, TargetValue> & { provider: string } = { provider };
  const sanitizedFields: string[] = [];
  for (const field of fields) {
    const value = stored(field);
    target[field.key] = value;
    if (field.as === 'plain' && value !== field.value) sanitizedFields.push(`action.target.${field.key}`);
  }
  return { target, sanitizedFields };
}

function stored(field: RawField): TargetValue {
  switch (field.as) {
    case 'plain':
      return sanitise(field.value);
    case 'hashed':
      return targetHash(field.domain, field.value);
    case 'list':
      return [...new Set(field.values.map((value) => targetHash(field.domain, value)))].sort();
    case 'flag':
      return field.value;
    case 'null':
      return null;
  }
}
