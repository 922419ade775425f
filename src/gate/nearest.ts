import type { CompiledAction, Declaration } from './declaration.ts';
import { entryFits, type Sought } from './match.ts';
import { differsInCase, type Fit, sameButCase } from './target-entry.ts';

/** The declared action that comes nearest to a call which none declares. */
export interface Nearest {
  /** Its id. */
  readonly action: string;
  /** In `declared_tool_actions`. */
  readonly index: number;
  /** In its `allowed_targets`; null where that is empty. */
  readonly entry: number | null;
  /** What failed first: `provider`, `action_class`, a field as it was declared, or `allowed_effects`. */
  readonly key: string;
  /** What was observed under that key differs from what is declared in case alone. */
  readonly case_differs: boolean;
}

interface Failure {
  readonly key: string;
  readonly caseDiffers: boolean;
}

interface Candidate {
  readonly nearest: Nearest;
  readonly failures: number;
}

/** Fewest failures, then first declared; `undefined` where nothing is declared. */
export function nearestAction({ actions }: Declaration, sought: Sought): Nearest | undefined {
  let best: Candidate | undefined;
  for (const action of actions) {
    const head = headFailures(action, sought);
    const effect = action.effects.includes(sought.effect) ? [] : [EFFECT];
    // No entry of it can come nearer.
    if (best !== undefined && head.length + effect.length >= best.failures) continue;
    for (const [entry, fit] of entryFits(action, sought).entries()) {
      const failures = head.length + fit.failed.length + effect.length;
      if (best !== undefined && failures >= best.failures) continue;
      // Where nothing failed, the call is not declared because of what its target does not say.
      const first = head[0] ?? ofEntry(fit, sought) ?? effect[0] ?? openIn(fit);
      best = { failures, nearest: nearestOf(action, entry, first) };
    }
  }
  return best?.nearest;
}

function nearestOf({ id, index, hasEntries }: CompiledAction, entry: number, first: Failure): Nearest {
  const { key, caseDiffers } = first;
  return { action: id, index, entry: hasEntries ? entry : null, key, case_differs: caseDiffers };
}

/** What fails before any entry is looked at, in the order of the keys. */
function headFailures(action: CompiledAction, { target, category }: Sought): Failure[] {
  const failures: Failure[] = [];
  const { provider, actionClass } = action;
  if (provider !== target?.provider) {
    failures.push({ key: 'provider', caseDiffers: sameButCase(provider, target?.provider) });
  }
  if (!action.isKnown || actionClass !== category) {
    failures.push({ key: 'action_class', caseDiffers: sameButCase(actionClass, category) });
  }
  return failures;
}

const EFFECT: Failure = { key: 'allowed_effects', caseDiffers: false };

function ofEntry({ failed: [first] }: Fit, { target }: Sought): Failure | undefined {
  return first && { key: first.name, caseDiffers: differsInCase(first, target) };
}

function openIn({ open: [first] }: Fit): Failure {
  return { key: first?.name ?? 'allowed_targets', caseDiffers: false };
}
