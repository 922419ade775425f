import type { Target } from '../decision/record.ts';
import { type CompiledAction, type Declaration, nameOf } from './declaration.ts';
import type { DeclaredEffect } from './declared-surface.ts';
import { failsLess, fitEntry } from './target-entry.ts';

/** What of a call is compared with a declaration. */
export interface Sought {
  readonly category: string | null;
  readonly target: Target | null;
  /** False where the target does not say everything. */
  readonly isComplete: boolean;
  readonly effect: DeclaredEffect;
}

/** Which actions speak of a call, in the order in which they are declared. */
export interface Matches {
  /** Provider, class and effect agree. */
  readonly named: readonly CompiledAction[];
  /** And some entry is not contradicted by what the target says. */
  readonly compatible: readonly CompiledAction[];
  /** And some entry holds, whatever the target leaves unsaid: for a complete target, the match. */
  readonly satisfied: readonly CompiledAction[];
}

/** Compares a call with every declared action. All that makes a match holds inside one action. */
export function matchActions(declaration: Declaration, sought: Sought): Matches {
  const { target, isComplete } = sought;
  const named = namedBy(declaration, sought).filter(({ effects }) => effects.includes(sought.effect));
  // Every call may meet every action: nothing is made of those that it does not fit.
  const compatible = named.filter(({ entries }) =>
    entries.some((entry) => failsLess(entry, target, isComplete, 1)),
  );
  return {
    named,
    compatible,
    satisfied: isComplete ? compatible : compatible.filter((action) => isSatisfied(action, sought)),
  };
}

/** Actions of the provider and the class of a call, whatever they allow of it. */
export function namedBy({ named }: Declaration, { category, target }: Sought): readonly CompiledAction[] {
  return (target && named.get(nameOf(target.provider, category))) ?? [];
}

/** Actions of the provider and the class of a call that cannot be compared: no loaded classifier produces the class. */
export function unreadBy({ unread }: Declaration, { category, target }: Sought): readonly CompiledAction[] {
  return (target && unread.get(nameOf(target.provider, category))) ?? [];
}

/** Of a complete target nothing is open: what is compatible with it is satisfied. */
function isSatisfied({ entries }: CompiledAction, { target, isComplete }: Sought): boolean {
  return entries.some((entry) => {
    const { failed, open } = fitEntry(entry, target, isComplete);
    return failed.length === 0 && open.length === 0;
  });
}
