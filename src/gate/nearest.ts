import type { CompiledAction, Declaration } from './declaration.ts';
import { namedBy, type Sought, unreadBy } from './match.ts';
import {
  type Constraint,
  differsInCase,
  type Entry,
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
  /** The action is of this provider and class, and no loaded classifier produces the class: it cannot be compared. */
  readonly class_not_loaded?: true;
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
export function nearestAction(declaration: Declaration, sought: Sought): Nearest | undefined {
  const [unread] = unreadBy(declaration, sought);
  if (unread !== undefined) return notLoaded(unread);
  let best: Candidate | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const action of declaration.actions) {
    // Of a complete target that is not declared something fails: nothing comes nearer than one failure.
    if (fewest === Number(sought.isComplete)) break;
    const fixed = headCount(action, sought) + Number(!action.effects.includes(sought.effect));
    // No entry of it can come nearer.
    if (fixed >= fewest) continue;
    let entry = -1;
    for (const constraints of action.entries) {
      entry += 1;
      // Every call may meet every entry: only what comes nearer is looked at more closely.
      if (!failsLess(constraints, sought.target, sought.isComplete, fewest - fixed)) continue;
      best = candidate(action, entry, constraints, sought);
      fewest = best.failures;
    }
  }
  return best && nearestOf(best, namedBy(declaration, sought).length > 0);
}

function notLoaded({ id, index }: CompiledAction): Nearest {
  const failure: NearestFailure = { key: 'action_class', case_differs: false };
  return {
    action: id,
    index,
    entry: null,
    ...failure,
    failed: [failure],
    class_declared: true,
    class_not_loaded: true,
  };
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
  return { action, entry, failures, failed: failures > 0 ? failed : fit.open.slice(0, 1).map(unsaid) };
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

function unsaid({ name }: Constraint): NearestFailure {
  return { key: name, case_differs: false };
}
