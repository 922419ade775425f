import type { CompiledAction, Declaration } from './declaration.ts';
import { type JudgedEffect, neededEffect } from './judged-effect.ts';
import type { JudgedRow, Judgement } from './judgement.ts';
import { type Matches, matchActions, type Sought, unreadBy } from './match.ts';
import { nearestAction } from './nearest.ts';
import { isComplete, type ObservedRecord } from './observed-run.ts';
import { type CallRow, rowOf } from './rows.ts';
import type { DeclaredReference } from './surface-diff.ts';

/** The call of a known tool against what is declared. */
export function judgeKnown(
  record: ObservedRecord,
  effect: JudgedEffect['effect'],
  declaration: Declaration,
): Judgement {
  const sought: Sought = {
    category: record.tool.category,
    target: record.action.target,
    isComplete: isComplete(record),
    effect: neededEffect(effect),
  };
  const matches = matchActions(declaration, sought);
  const row = rowFor(effect, sought, matches);
  return {
    rows: [...judged(row, record), ...requiredDecision(record, effect, sought, matches)],
    ...(row === undefined && { matched: matches.satisfied.map(({ id }) => id) }),
    ...(row && rowOf(row).undeclared
      ? { nearest: nearestAction(declaration, sought) }
      : { declared: speaking(matches) }),
    observed: [...matches.compatible, ...unreadBy(declaration, sought)].map(({ index }) => index),
  };
}

/** What speaks of the call most fully, and of that the first. */
function speaking({ satisfied, compatible, named }: Matches): DeclaredReference | undefined {
  const action = satisfied[0] ?? compatible[0] ?? named[0];
  return action && { id: action.id, index: action.index };
}

/** `undefined` where the call is declared and allowed. */
function rowFor(
  effect: JudgedEffect['effect'],
  { isComplete }: Sought,
  { named, compatible, satisfied }: Matches,
): CallRow | undefined {
  const isDeclared = satisfied.length > 0;
  switch (effect) {
    case 'allow':
      if (isComplete) return isDeclared ? undefined : 'new_privileged_tool_action';
      if (isDeclared) return 'inconclusive_tool_target.unconstrained';
      return compatible.length > 0
        ? 'inconclusive_tool_target.declared'
        : 'inconclusive_tool_target.undeclared';
    case 'deny':
      if (!isComplete) return named.length > 0 ? 'attempted.incomplete' : 'attempted.undeclared';
      return isDeclared ? 'attempted.declared' : 'attempted.undeclared';
    case 'error':
      return isDeclared ? 'policy_failed.declared' : 'policy_failed.undeclared';
  }
}

function judged(row: CallRow | undefined, { detail, reason_code }: ObservedRecord): readonly JudgedRow[] {
  return row === undefined ? [] : [{ row, reason: detail ?? reason_code }];
}

/** A match that every action makes depend on a policy, of a call on which nobody decided. */
function requiredDecision(
  { decision }: ObservedRecord,
  effect: JudgedEffect['effect'],
  { isComplete }: Sought,
  { satisfied }: Matches,
): readonly JudgedRow[] {
  if (!isComplete || effect === 'error' || satisfied.length === 0 || decision.source !== 'none') return [];
  return satisfied.every(asksForPolicy) ? [{ row: 'required_decision', reason: 'no_decision_observed' }] : [];
}

function asksForPolicy({ requiredDecision }: CompiledAction): boolean {
  return requiredDecision === 'explicit_policy';
}
