import type { KnownCandidate, RawField } from '../classify/candidate.ts';
import { sanitise } from './sanitise.ts';
import { hasSecretShape } from './secret-shapes.ts';
import { targetHash } from './target-hash.ts';
import { exceedsUtf8, STORED_BYTES } from './utf8.ts';

/** A known call's target, safe to store, and what became of the classification on the way. */
export interface RedactedTarget {
  readonly state: 'classified' | 'classified_incomplete' | 'redaction_failed';
  readonly reasonCode: string;
  readonly detail?: string;
  readonly target: { readonly provider: string; readonly [field: string]: string | boolean | null };
  /** Record paths of the plain fields that sanitising changed, in the order of the target's keys. */
  readonly sanitizedFields: readonly string[];
}

/**
 * Projects a known candidate into its target: plain fields sanitised, identifiers hashed under their domains
 * (docs/record.md). Total.
 *
 * Fails closed. A field of which any alias holds a secret's shape is left out and never hashed, and so is one
 * of which the value is longer than 256 UTF-8 bytes; the state is then `redaction_failed` (a secret outranks a
 * length, both outrank an incomplete target) and the target keeps every other field that is present.
 */
export function redactCandidate(candidate: KnownCandidate): RedactedTarget {
  const { provider, fields, incomplete } = candidate;
  const { secret, tooLong } = unsafeKeys(candidate.checked);
  if (secret.length > 0 || tooLong.length > 0) {
    const isSafe = ({ key, as }: RawField) =>
      as !== 'null' && !secret.includes(key) && !tooLong.includes(key);
    return { ...failure(secret.length > 0), ...project(provider, fields.filter(isSafe)) };
  }
  if (incomplete !== undefined) {
    const isKept = ({ key }: RawField) => candidate.keptWhenIncomplete.includes(key);
    return { state: 'classified_incomplete', ...incomplete, ...project(provider, fields.filter(isKept)) };
  }
  const { target, sanitizedFields } = project(provider, fields);
  return { state: 'classified', reasonCode: `classified_${candidate.category}`, target, sanitizedFields };
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

/** Every alias is searched for secrets; only the first of a key, the one that is projected, has a length. */
function unsafeKeys(checked: KnownCandidate['checked']): UnsafeKeys {
  const secret: string[] = [];
  const tooLong: string[] = [];
  let previous: string | undefined;
  for (const { key, value } of checked) {
    if (hasSecretShape(value)) secret.push(key);
    if (key !== previous && exceedsUtf8(value, STORED_BYTES)) tooLong.push(key);
    previous = key;
  }
  return { secret, tooLong };
}

function project(
  provider: string,
  fields: readonly RawField[],
): Pick<RedactedTarget, 'target' | 'sanitizedFields'> {
  const target: Record<string, string | boolean | null> & { provider: string } = { provider };
  const sanitizedFields: string[] = [];
  for (const field of fields) {
    const value = stored(field);
    target[field.key] = value;
    if (field.as === 'plain' && value !== field.value) sanitizedFields.push(`action.target.${field.key}`);
  }
  return { target, sanitizedFields };
}

function stored(field: RawField): string | boolean | null {
  switch (field.as) {
    case 'plain':
      return sanitise(field.value);
    case 'hashed':
      return targetHash(field.domain, field.value);
    case 'flag':
      return field.value;
    case 'null':
      return null;
  }
}
