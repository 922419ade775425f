import { canonicalJson } from '../decision/canonical-json.ts';
import type { DecisionRecord } from '../decision/record.ts';
import {
  DECLARED_SCHEMA,
  type DeclaredAction,
  type DeclaredEffect,
  type DeclaredSurface,
  type TargetEntry,
} from './declared-surface.ts';
import { type HighRiskReason, highRiskReason } from './high-risk.ts';
import { HIGH_RISK_WORDS } from './high-risk-words.ts';
import { judgedEffect } from './judged-effect.ts';
import { isComplete, isKnown, type ObservedRecord, type ObservedSurface } from './observed-run.ts';

/** What a person has to look at before a draft declares anything. */
export interface DraftDeclaration {
  /** Reviewed tools have an empty reason, with which no reader takes it: a person has to write one. */
  readonly declared: DeclaredSurface;
  /** For each of `reviewed_tools`, why its shape is high-risk, where it is. */
  readonly highRisk: readonly (HighRiskReason | undefined)[];
  /** Calls that were left out, since a declaration of them would say more than was seen. */
  readonly leftOut: {
    readonly incomplete: number;
    readonly undecided: number;
    readonly deniedUnknown: number;
  };
}

/**
 * Drafts a declared surface from what was observed: every target of every classified call as it stands in the record
 * (hashes as hashes), grouped by provider, class and what was decided. Nothing is generalised; calls whose target is
 * incomplete, or whose decision failed, are counted and left out. The same surfaces in any order give the same draft.
 */
export function draftDeclaration(surfaces: readonly ObservedSurface[]): DraftDeclaration {
  const records = surfaces.flatMap((surface) => surface.observed_tool_decisions);
  const tools = unknownTools(records);
  const count = (is: (record: ObservedRecord) => boolean) => records.filter(is).length;
  return {
    declared: {
      schema: DECLARED_SCHEMA,
      declared_tool_actions: actions(records),
      ...(tools.length > 0 && {
        reviewed_tools: tools.map(({ server, tool }) => ({ server, tool, reason: '' })),
      }),
    },
    highRisk: tools.map(({ why }) => why),
    leftOut: {
      incomplete: count((record) => isKnown(record) && !isComplete(record)),
      undecided: count((record) => isComplete(record) && judgedEffect(record).effect === 'error'),
      deniedUnknown: count((record) => !isKnown(record) && judgedEffect(record).effect !== 'allow'),
    },
  };
}

function actions(records: readonly ObservedRecord[]): DeclaredAction[] {
  const targets = new Map<string, Set<DeclaredEffect>>();
  for (const record of records.filter(isComplete)) {
    const { effect } = judgedEffect(record);
    const { category } = record.tool;
    if (effect === 'error' || category === null || record.action.target === null) continue;
    const key = canonicalJson([record.action.target.provider, category, record.action.target]);
    targets.set(key, (targets.get(key) ?? new Set()).add(effect));
  }
  const grouped = new Map<string, { of: Omit<DeclaredAction, 'allowed_targets'>; entries: TargetEntry[] }>();
  for (const [key, set] of [...targets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [provider, action_class, target] = JSON.parse(key) as [
      string,
      string,
      DecisionRecord['action']['target'],
    ];
    const allowed_effects = [...set].sort();
    const id = `${action_class}.${allowed_effects.join('_or_')}`;
    const group = grouped.get(`${provider}\n${id}`) ?? {
      of: { id, provider, action_class, allowed_effects },
      entries: [],
    };
    const { provider: _, ...entry } = target ?? {};
    group.entries.push(entry as TargetEntry);
    grouped.set(`${provider}\n${id}`, group);
  }
  return [...grouped.values()].map(({ of: { id, provider, action_class, allowed_effects }, entries }) => ({
    id,
    provider,
    action_class,
    allowed_targets: entries,
    allowed_effects,
  }));
}

interface UnknownTool {
  readonly server: string;
  readonly tool: string;
  readonly why: HighRiskReason | undefined;
}

/** Unknown tools that were used, each once, in the order of their names. */
function unknownTools(records: readonly ObservedRecord[]): UnknownTool[] {
  const tools = new Map<string, UnknownTool>();
  for (const record of records) {
    if (isKnown(record) || judgedEffect(record).effect !== 'allow') continue;
    const [server, tool] = [record.server.id, record.tool.name];
    const key = canonicalJson([server, tool]);
    const why = highRiskReason(record.reason_code, tool, HIGH_RISK_WORDS) ?? tools.get(key)?.why;
    tools.set(key, { server, tool, why });
  }
  return [...tools].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
}
