import type { ClassifierRule } from '../classify/rule.ts';
import { classifierOf, declaredFields } from './declared-fields.ts';
import type { DeclaredAction, DeclaredEffect, DeclaredSurface, ReviewedTool } from './declared-surface.ts';
import { compileEntry, type Entry } from './target-entry.ts';

/** A declared surface, ready to be compared with: names resolved, plain values hashed. */
export interface Declaration {
  readonly actions: readonly CompiledAction[];
  /** Those that can match, by {@link nameOf} provider and class; in the order in which they are declared. */
  readonly named: ReadonlyMap<string, readonly CompiledAction[]>;
  /** Those of which no loaded classifier produces the class, likewise. */
  readonly unread: ReadonlyMap<string, readonly CompiledAction[]>;
  /** By {@link nameOf} server and tool. */
  readonly reviewed: ReadonlyMap<string, readonly ReviewedTool[]>;
  /** Scopes by alias; `undefined` where no credential is declared and none is compared. */
  readonly credentials: ReadonlyMap<string, readonly string[]> | undefined;
  readonly expectedServices: readonly string[];
  readonly classifiers: readonly ClassifierRule[];
}

export interface CompiledAction {
  /** In `declared_tool_actions`. */
  readonly index: number;
  readonly id: string;
  readonly provider: string;
  readonly actionClass: string;
  /** False where no loaded classifier produces the class: such an action never matches. */
  readonly isKnown: boolean;
  /** An empty one where there is no constraint. */
  readonly entries: readonly Entry[];
  /** False where `allowed_targets` has none. */
  readonly hasEntries: boolean;
  readonly effects: readonly DeclaredEffect[];
  readonly requiredDecision: string | undefined;
}

/** Compiles a valid declared surface for the loaded classifiers. */
export function compileDeclaration(
  declared: DeclaredSurface,
  classifiers: readonly ClassifierRule[],
): Declaration {
  const { declared_credentials: credentials } = declared;
  const actions = declared.declared_tool_actions.map((action, index) =>
    compileAction(action, index, classifiers),
  );
  const named = (all: readonly CompiledAction[]) =>
    grouped(all, ({ provider, actionClass }) => nameOf(provider, actionClass));
  return {
    actions,
    named: named(actions.filter(({ isKnown }) => isKnown)),
    unread: named(actions.filter(({ isKnown }) => !isKnown)),
    reviewed: grouped(declared.reviewed_tools ?? [], ({ server, tool }) => nameOf(server, tool)),
    credentials:
      credentials && new Map(Object.entries(credentials).map(([alias, { scopes }]) => [alias, scopes])),
    expectedServices: declared.expected_services ?? [],
    classifiers,
  };
}

/** One key of two names; of a call that says null of one, no declaration has it. */
export function nameOf(holder: string, name: string | null): string {
  return JSON.stringify([holder, name]);
}

function grouped<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

function compileAction(
  action: DeclaredAction,
  index: number,
  classifiers: readonly ClassifierRule[],
): CompiledAction {
  const rule = classifierOf(action.action_class, classifiers);
  const fields = rule && declaredFields(rule, classifiers);
  const entries = fields ? action.allowed_targets.map((entry) => compileEntry(entry, fields)) : [];
  return {
    index,
    id: action.id,
    provider: action.provider,
    actionClass: action.action_class,
    isKnown: rule !== undefined,
    entries: entries.length > 0 ? entries : [[]],
    hasEntries: entries.length > 0,
    effects: action.allowed_effects,
    requiredDecision: action.required_decision,
  };
}
