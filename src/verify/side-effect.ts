import { plainLevel } from '../decision/side-effect-level.ts';

/** `response.side_effect`: how far the evidence of a side effect reaches. Unknown fields are passed on. */
export interface SideEffect {
  readonly asserted: boolean;
  /** `asserted`, `observed_confirmed` (a later read in the same run) or `verified`; others are their producers' own. */
  readonly level: string;
  readonly verification_source?: string | null | undefined;
  readonly verification_subject_digest?: string | null | undefined;
  readonly irreversibility_class?: string | null | undefined;
}

/** What of a response says that a side effect is verified. */
interface Claims {
  readonly side_effect_asserted: boolean;
  readonly side_effect_verified: boolean;
  readonly side_effect?: SideEffect | undefined;
}

const VERIFIED = 'verified';
const AUDIT_IMPORT = 'provider_audit_import';

/** Levels that claim less than verified, whatever the flag beside them says. */
const LESSER: readonly string[] = ['asserted', 'observed_confirmed'];

/** Whether the response calls its side effect verified, in the flag or in words. */
export function claimsVerified({ side_effect_verified: isFlagged, side_effect }: Claims): boolean {
  return isFlagged || (side_effect !== undefined && isVerifiedLevel(side_effect, isFlagged));
}

/** A response whose side effect an audit record confirmed in this run. */
export function verifiedResponse<R extends Claims>(response: R, subjectDigest: string) {
  return {
    ...response,
    side_effect_verified: true,
    side_effect: {
      ...response.side_effect,
      asserted: response.side_effect_asserted,
      level: VERIFIED,
      verification_source: AUDIT_IMPORT,
      verification_subject_digest: subjectDigest,
    },
  };
}

/** A response that no longer claims what nobody confirmed in this run; itself where it claims nothing. */
export function unverifiedResponse<R extends Claims>(response: R): R {
  if (!claimsVerified(response)) return response;
  const { side_effect_asserted: asserted, side_effect_verified: isFlagged, side_effect } = response;
  const flag = { ...response, side_effect_verified: false };
  if (side_effect === undefined || !isVerifiedLevel(side_effect, isFlagged)) return flag;
  const { verification_source, verification_subject_digest, ...rest } = side_effect;
  return { ...flag, side_effect: { ...rest, asserted, level: 'asserted' } };
}

/**
 * A level that nobody here knows is taken by the flag's word, however it is spelt; the digest of a subject is of one that
 * somebody says to have verified.
 */
function isVerifiedLevel(effect: SideEffect, isFlagged: boolean): boolean {
  const { verification_source: source, verification_subject_digest: digest } = effect;
  const level = plainLevel(effect.level);
  if (level === VERIFIED || plainLevel(source ?? undefined) === AUDIT_IMPORT) return true;
  if (typeof digest === 'string' && level !== 'observed_confirmed') return true;
  return isFlagged && !LESSER.includes(level);
}
