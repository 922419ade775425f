import type { Decision } from '../span/observed-call.ts';
import { booleanOf } from './boolean-word.ts';

/** The words that policy layers use, lower-cased. Everything else is a failure to decide. */
const ALLOW: ReadonlySet<string> = new Set(['allow', 'allowed', 'accept', 'permit', 'true', 'approved']);
const DENY: ReadonlySet<string> = new Set([
  'deny',
  'denied',
  'reject',
  'rejected',
  'forbid',
  'block',
  'blocked',
  'false',
  'guardrail_intervened',
]);
const LONGEST_WORD = 32;

const UNREADABLE: Decision = { effect: 'error', source: 'unknown', enforced: false };

/**
 * What a policy layer said, in one form: `effect` is what took effect. A deny is enforced unless it says
 * `enforced: false`; one that is not enforced becomes an allow with `advisedEffect: "deny"`. An allow is
 * enforced only where it says so. A missing source is `unknown`; an effect that is neither allow nor deny
 * in any known word is `error` (pending approvals among them). Total over every JavaScript value and
 * idempotent; what cannot be read is `effect: "error"`.
 */
export function normaliseDecision(raw: unknown): Decision {
  if (typeof raw !== 'object' || raw === null) return UNREADABLE;
  try {
    const { effect, source, ruleId, enforced, advisedEffect } = raw as Partial<
      Record<keyof Decision, unknown>
    >;
    return {
      ...outcome(effectOf(effect), booleanOf(enforced), effectOf(advisedEffect) === 'deny'),
      source: typeof source === 'string' && source.trim() !== '' ? source : 'unknown',
      ...(typeof ruleId === 'string' && ruleId !== '' && { ruleId }),
    };
  } catch {
    return UNREADABLE;
  }
}

function outcome(
  effect: Decision['effect'],
  enforced: boolean | undefined,
  advisesDeny: boolean,
): Pick<Decision, 'effect' | 'enforced' | 'advisedEffect'> {
  if (effect === 'deny' && enforced !== false) return { effect, enforced: true };
  if (effect === 'deny' || (effect === 'allow' && advisesDeny)) {
    return { effect: 'allow', enforced: false, advisedEffect: 'deny' };
  }
  return { effect, enforced: enforced === true };
}

function effectOf(value: unknown): Decision['effect'] {
  if (typeof value === 'boolean') return value ? 'allow' : 'deny';
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return 'error';
  const word = value.trim().toLowerCase();
  if (ALLOW.has(word)) return 'allow';
  return DENY.has(word) ? 'deny' : 'error';
}
