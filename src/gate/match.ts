import type { Target } from '../decision/record.ts';
import type { CompiledAction, Declaration } from './declaration.ts';
import type { DeclaredEffect } from './declared-surface.ts';
import { type Fit, fitEntry } from './target-entry.ts';

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
export function matchActions({ actions }: Declaration, sought: Sought): Matches {
  const named = actions.filter((action) => isNamed(action, sought));
  const fits = named.map((action) => ({ action, entries: entryFits(action, sought) }));
  const having = (is: (fit: Fit) => boolean) =>
    fits.filter(({ entries }) => entries.some(is)).map(({ action }) => action);
  return {
    named,
    compatible: having(({ failed }) => failed.length === 0),
    satisfied: having(({ failed, open }) => failed.length === 0 && open.length === 0),
  };
}

function isNamed(action: CompiledAction, { category, target, effect }: Sought): boolean {
  return (
    action.isKnown &&
    action.provider === target?.provider &&
    action.actionClass === category &&
    action.effects.includes(effect)
  );
}

/** How each entry of an action fits a call's target. */
export function entryFits(action: CompiledAction, { target, isComplete }: Sought): readonly Fit[] {
  return action.entries.map((entry) => fitEntry(entry, target, isComplete));
}
