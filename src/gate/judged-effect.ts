import { isConfirmed } from '../decision/side-effect-level.ts';
import type { DeclaredEffect } from './declared-surface.ts';
import type { ObservedRecord } from './observed-run.ts';
import type { CallRow } from './rows.ts';

/** What a call is judged as, and what that adds to it. */
export interface JudgedEffect {
  readonly effect: 'allow' | 'deny' | 'error';
  readonly beside?: { readonly row: CallRow; readonly reason: string };
}

/**
 * A refusal counts only where it took effect: a deny that nobody enforced, or whose call shows a result, is an
 * allow, and so is a failed decision whose call shows one. What nobody decided, nobody enforced.
 */
export function judgedEffect({ decision, response }: ObservedRecord): JudgedEffect {
  const hasResult = showsResult(response);
  switch (decision.effect) {
    case 'allow':
      return { effect: 'allow' };
    case 'deny':
      if (hasResult)
        return { effect: 'allow', beside: { row: 'deny_not_effective', reason: 'result_observed' } };
      if (decision.enforced === true && decision.source !== 'none') return { effect: 'deny' };
      return { effect: 'allow', beside: { row: 'deny_not_effective', reason: 'not_enforced' } };
    default:
      if (!hasResult) return { effect: 'error' };
      return { effect: 'allow', beside: { row: 'policy_failed_open', reason: 'result_observed' } };
  }
}

/** What answered, or whose side effect anybody confirmed, took place: a refusal of it refused nothing. */
export function showsResult({
  status,
  side_effect_verified,
  side_effect,
}: ObservedRecord['response']): boolean {
  return status === 'success' || side_effect_verified === true || isConfirmed(side_effect?.level);
}

/** What an action must allow: where nobody decided, what an allowed call would need. */
export function neededEffect(effect: JudgedEffect['effect']): DeclaredEffect {
  return effect === 'deny' ? 'deny' : 'allow';
}
