import { normaliseIdentifier } from '../classify/normalise.ts';
import { sha256Hex } from './sha256.ts';

const DOMAIN = /^[a-z0-9_]{1,64}$/;

/** What is wrong with an argument of {@link targetHash}; the message never holds the argument. */
export class TargetHashError extends TypeError {
  override readonly name = 'TargetHashError';
  readonly code: 'invalid_domain' | 'invalid_value';

  constructor(code: TargetHashError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The hash under which a sensitive identifier stands in a record: `sha256:` and 64 hex digits over
 * `assay.tool_target.v0:<domain>:<normalised value>` (docs/record.md).
 *
 * The value is trimmed of Unicode White_Space and lower-cased first, so `T0123` and ` t0123 ` hash alike.
 * Pseudonymisation, not anonymisation: equal inputs give equal hashes.
 *
 * @param domain 1 to 64 of `a-z`, `0-9`, `_`, for example `slack_principal`. No `:`, which would let two
 * domains meet in one preimage.
 * @throws {TargetHashError} `invalid_domain`, `invalid_value` (not a string); nothing is hashed then.
 */
export function targetHash(domain: string, value: string): string {
  if (typeof domain !== 'string' || !DOMAIN.test(domain)) {
    throw new TargetHashError(
      'invalid_domain',
      'Expected `domain` to be 1 to 64 characters of a-z, 0-9 and _',
    );
  }
  if (typeof value !== 'string') {
    throw new TargetHashError('invalid_value', `Expected \`value\` to be a string, got ${typeof value}`);
  }
  return `sha256:${sha256Hex(`assay.tool_target.v0:${domain}:${normaliseIdentifier(value)}`)}`;
}
