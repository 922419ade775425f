import type { RuleSet } from '../classify/rule-set.ts';
import { documentDigest } from '../decision/document-digest.ts';
import { maskedId } from '../decision/masked.ts';
import { type CallFinding, callFindings, callReference } from './call-findings.ts';
import { gapFinding } from './gap-finding.ts';
import { judgeCall } from './judge-call.ts';
import type { JudgingContext } from './judgement.ts';
import type { Levels } from './levels.ts';
import type { ObservedRun } from './observed-run.ts';
import type { RunCoverage } from './run-coverage.ts';
import { type SilentCall, silentCall } from './silence.ts';
import { maySilenceMatter, withSilence } from './silent-classifiers.ts';
import {
  type Finding,
  MAX_ACTIONS,
  type MatchedCall,
  type ReviewedCall,
  type RunSummary,
} from './surface-diff.ts';

/** What one run comes to, before any baseline. */
export interface GatedRun {
  readonly summary: RunSummary;
  readonly calls: readonly CallFinding[];
  readonly gaps: readonly Finding[];
  readonly matched: readonly MatchedCall[];
  readonly reviewed: readonly ReviewedCall[];
  /** Declared actions, by index, that cannot be said to be unobserved. */
  readonly observed: ReadonlySet<number>;
  /** Calls of unknown tools that a loaded classifier file knows. */
  readonly silent: readonly SilentCall[];
}

/** Judges every call of a run, and says how well the run was observed. */
export function gateRun(
  run: ObservedRun,
  coverage: RunCoverage,
  context: JudgingContext,
  levels: Levels,
  classifiers: RuleSet,
): GatedRun {
  const name = run.lineRunId ?? coverage.health?.run_id ?? run.stem;
  const runId = name === undefined ? null : maskedId(name);
  const calls: CallFinding[] = [];
  const matched: MatchedCall[] = [];
  const reviewed: ReviewedCall[] = [];
  const observed = new Set<number>();
  const silent: SilentCall[] = [];
  const madeBy = coverage.health?.classifier_version ?? [];
  run.surface?.observed_tool_decisions.forEach((record, position) => {
    const reference = callReference(runId, position, record);
    const judged = judgeCall(record, context);
    const known = maySilenceMatter(record, judged) ? silentCall(record, madeBy, classifiers) : undefined;
    if (known !== undefined) silent.push(known);
    const judgement = known === undefined ? judged : withSilence(judged, known.why);
    for (const call of callFindings(record, reference, judgement, levels)) calls.push(call);
    if (judgement.matched) matched.push({ ...reference, ...listed(judgement.matched) });
    if (judgement.reviewed) {
      const { reason, until = null, high_risk = false } = judgement.reviewed;
      reviewed.push({ ...reference, reason, until, high_risk });
    }
    judgement.observed?.forEach((index) => {
      observed.add(index);
    });
  });
  const gaps = coverage.reason === undefined ? [] : [gapFinding(coverage.reason, runId)];
  return { summary: summaryOf(run, runId, coverage), calls, gaps, matched, reviewed, observed, silent };
}

function listed(actions: readonly string[]): Pick<MatchedCall, 'actions' | 'more_actions'> {
  const beyond = actions.length - MAX_ACTIONS;
  return beyond > 0 ? { actions: actions.slice(0, MAX_ACTIONS), more_actions: beyond } : { actions };
}

function summaryOf(
  { surface, health: input }: ObservedRun,
  runId: string | null,
  { level, reason, health, surfaceDigest }: RunCoverage,
): RunSummary {
  return {
    run_id: runId,
    tool_calls_observed: surface?.observed_tool_decisions.length ?? 0,
    surface_digest: surfaceDigest,
    health_digest: input.state === 'read' ? documentDigest(input.document) : null,
    coverage: {
      level,
      accepted: reason === undefined,
      reason: reason ?? null,
      gaps: health?.coverage.gaps ?? [],
      limits: health?.limits ?? [],
    },
    scope: health?.scope ?? null,
  };
}
