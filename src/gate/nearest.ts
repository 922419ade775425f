import type { CompiledAction, Declaration } from './declaration.ts';
import type { Sought } from './match.ts';
import {
  type Constraint,
  differsInCase,
  type Entry,
  type Fit,
  failsLess,
  fitEntry,
  sameButCase,
} from './target-entry.ts';

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
  /** All that failed, in the order in which it is compared: `provider`, `action_class`, fields, `allowed_effects`. */
  readonly failed: readonly NearestFailure[];
  /** Whether any action of this provider and class is declared. */
  readonly class_declared: boolean;
}

/** One key that does not fit. */
export interface NearestFailure {
  readonly key: string;
  readonly case_differs: boolean;
}

interface Candidate {
  readonly action: CompiledAction;
  readonly entry: number;
  readonly failed: readonly NearestFailure[];
  readonly failures: number;
}

/** Fewest failures, then first declared; `undefined` where nothing is declared. */
export function nearestAction({ actions }: Declaration, sought: Sought): Nearest | undefined {
  let best: Candidate | undefined;
  let isClassDeclared = false;
  // Of a complete target that is not declared something fails: nothing comes nearer than one failure.
  const least = sought.isComplete ? 1 : 0;
  for (const action of actions) {
    if (isClassDeclared && best !== undefined && best.failures <= least) break;
    const head = headCount(action, sought);
    if (head === 0) isClassDeclared = true;
    const fixed = action.effects.includes(sought.effect) ? head : head + 1;
    // No entry of it can come nearer.
    if (best !== undefined && fixed >= best.failures) continue;
    let entry = -1;
    for (const constraints of action.entries) {
      entry += 1;
      // Every call may meet every entry: only what comes nearer is looked at more closely.
      const most = best === undefined ? Number.POSITIVE_INFINITY : best.failures - fixed;
      if (failsLess(constraints, sought.target, sought.isComplete, most)) {
        best = candidate(action, entry, constraints, sought);
      }
    }
  }
  return best && nearestOf(best, isClassDeclared);
}

function nearestOf({ action, entry, failed }: Candidate, isClassDeclared: boolean): Nearest {
  const { id, index, hasEntries } = action;
  const [first = EFFECT] = failed;
  return {
    action: id,
    index,
    entry: hasEntries ? entry : null,
    ...first,
    failed,
    class_declared: isClassDeclared,
  };
}

function candidate(action: CompiledAction, entry: number, constraints: Entry, sought: Sought): Candidate {
  const fit = fitEntry(constraints, sought.target, sought.isComplete);
  const effect = action.effects.includes(sought.effect) ? [] : [EFFECT];
  const fields = fit.failed.map((field) => ofField(field, sought));
  const failed = [...headFailures(action, sought), ...fields, ...effect];
  const failures = failed.length;
  // Where nothing failed, the call is not declared because of what its target does not say.
  return { action, entry, failures, failed: failures > 0 ? failed : [openIn(fit)] };
}

/** How many fail before any entry is looked at. */
function headCount({ provider, actionClass, isKnown }: CompiledAction, { target, category }: Sought): number {
  return Number(provider !== target?.provider) + Number(!isKnown || actionClass !== category);
}

/** What fails before any entry is looked at, in the order of the keys. */
function headFailures(action: CompiledAction, { target, category }: Sought): NearestFailure[] {
  const failures: NearestFailure[] = [];
  const { provider, actionClass } = action;
  if (provider !== target?.provider) {
    failures.push({ key: 'provider', case_differs: sameButCase(provider, target?.provider) });
  }
  if (!action.isKnown || actionClass !== category) {
    failures.push({ key: 'action_class', case_differs: sameButCase(actionClass, category) });
  }
  return failures;
}

const EFFECT: NearestFailure = { key: 'allowed_effects', case_differs: false };

function ofField(field: Constraint, { target }: Sought): NearestFailure {
  return { key: field.name, case_differs: differsInCase(field, target) };
}

function openIn({ open: [first] }: Fit): NearestFailure {
  return { key: first?.name ?? 'allowed_targets', case_differs: false };
}
