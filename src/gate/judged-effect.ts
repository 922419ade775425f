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
 * allow, and so is a failed decision whose call shows one.
 */
export function judgedEffect({ decision, response }: ObservedRecord): JudgedEffect {
  const hasResult = response.status === 'success';
  switch (decision.effect) {
    case 'allow':
      return { effect: 'allow' };
    case 'deny':
      if (hasResult)
        return { effect: 'allow', beside: { row: 'deny_not_effective', reason: 'result_observed' } };
      if (decision.enforced === true) return { effect: 'deny' };
      return { effect: 'allow', beside: { row: 'deny_not_effective', reason: 'not_enforced' } };
    default:
      if (!hasResult) return { effect: 'error' };
      return { effect: 'allow', beside: { row: 'policy_failed_open', reason: 'result_observed' } };
  }
}

/** What an action must allow: where nobody decided, what an allowed call would need. */
export function neededEffect(effect: JudgedEffect['effect']): DeclaredEffect {
  return effect === 'deny' ? 'deny' : 'allow';
}
