import { BUILT_IN, type RuleSet } from '../classify/rule-set.ts';
import { documentDigest } from '../decision/document-digest.ts';
import { applyBaseline } from './apply-baseline.ts';
import type { Baseline } from './baseline.ts';
import { changedManifests } from './changed-manifests.ts';
import { type CoverageLevel, leastCoverage } from './coverage.ts';
import { compileDeclaration } from './declaration.ts';
import type { DeclaredSurface } from './declared-surface.ts';
import { runNames, type Seen, serviceNames, unseenRuns, unseenServices } from './expected.ts';
import { gapFinding } from './gap-finding.ts';
import { type GatedRun, gateRun } from './gate-run.ts';
import { type HighRiskChanges, highRiskWords } from './high-risk-words.ts';
import { type LevelOverrides, levelsInForce } from './levels.ts';
import { nonClaims } from './non-claims.ts';
import type { ObservedRun } from './observed-run.ts';
import { otherClassifiers } from './other-classifiers.ts';
import { type RunCoverage, runCoverage } from './run-coverage.ts';
import { silentClassifiers } from './silent-classifiers.ts';
import { DIFF_SCHEMA, type Finding, type SurfaceDiff } from './surface-diff.ts';
import { verdictOf } from './verdict.ts';

/** How observed runs are judged; only the day has no default. */
export interface GateOptions {
  /** `YYYY-MM-DD`, UTC. A review or an accepted finding holds up to and on its `until`. */
  readonly today: string;
  /** The least coverage that is enough. Default `complete`; anything less lets a pass rest on a part of what happened. */
  readonly acceptCoverage?: CoverageLevel | undefined;
  /** Levels by row; see `ROWS` for the defaults. */
  readonly levels?: LevelOverrides | undefined;
  /** Findings that a person has accepted. */
  readonly baseline?: Baseline | undefined;
  /** Ids of runs that must have been seen. */
  readonly expectRuns?: readonly string[] | undefined;
  /** Services that must have been seen, beside those that the declared surface expects. */
  readonly expectServices?: readonly string[] | undefined;
  /** What is added to and removed from the words of high risk. */
  readonly highRisk?: HighRiskChanges | undefined;
  /** The loaded classifiers; default the built-in ones. */
  readonly classifiers?: RuleSet | undefined;
}

/**
 * Compares what was observed with what was declared and judges it. Pure and total for valid documents; findings come
 * in the order of the runs and their records, then what was expected and not seen.
 *
 * Absence is never read as safety: without a surface, or with less coverage than is accepted, the verdict is at best
 * `inconclusive`.
 */
export function gate(
  runs: readonly ObservedRun[],
  declared: DeclaredSurface,
  options: GateOptions,
): SurfaceDiff {
  const { today, baseline, acceptCoverage = 'complete', classifiers: loaded = BUILT_IN } = options;
  const classifiers = loaded.rules;
  const declaration = compileDeclaration(declared, classifiers);
  const context = { declaration, words: highRiskWords(options.highRisk), today };
  const levels = levelsInForce(options.levels);
  const coverages = runs.map((run) => ({ run, coverage: runCoverage(run, acceptCoverage) }));
  const gated = coverages.map(({ run, coverage }) => gateRun(run, coverage, context, levels, loaded));

  const parted = applyBaseline(
    gated.flatMap(({ calls }) => calls),
    baseline,
    today,
  );
  const expectServices = [...declaration.expectedServices, ...(options.expectServices ?? [])];
  const missing = missingFindings(options.expectRuns ?? [], expectServices, seenIn(coverages));
  const empty = runs.length === 0 ? [gapFinding('no_surface', null)] : [];
  const summaries = gated.map(({ summary }) => summary);
  const manifests = changedManifests(
    runs,
    summaries.map(({ run_id }) => run_id),
  );
  const classified = otherClassifiers(
    coverages.map(({ coverage }) => coverage),
    summaries.map(({ run_id }) => run_id),
    loaded,
  );
  const silent = silentClassifiers(gated.flatMap((run) => run.silent));
  const findings = [...parted.findings, ...gated.flatMap(({ gaps }) => gaps), ...empty, ...missing];

  return {
    schema: DIFF_SCHEMA,
    verdict: verdictOf(findings),
    coverage_accepted: acceptedIn(gated),
    findings,
    matched: gated.flatMap(({ matched }) => matched),
    reviewed: gated.flatMap(({ reviewed }) => reviewed),
    baselined: parted.baselined,
    unobserved: unobservedIn(declared, gated),
    baseline_unused: parted.unused,
    runs: summaries,
    ...(manifests.length > 0 && { manifests }),
    ...(classified !== undefined && { classifiers: classified }),
    ...(silent.length > 0 && { silent_classifiers: silent }),
    inputs: { declared: documentDigest(declared), baseline: baseline ? documentDigest(baseline) : null },
    levels,
    non_claims: nonClaims(runs, classifiers),
  };
}

interface Covered {
  readonly run: ObservedRun;
  readonly coverage: RunCoverage;
}

function seenIn(covered: readonly Covered[]): Seen {
  return {
    runs: new Set(covered.flatMap(({ run, coverage }) => runNames(run, coverage))),
    services: new Set(covered.flatMap(({ coverage }) => serviceNames(coverage))),
  };
}

function missingFindings(runs: readonly string[], services: readonly string[], seen: Seen): Finding[] {
  return [
    ...unseenRuns(runs, seen).map((id) => gapFinding('expected_run_not_seen', id, id)),
    ...unseenServices(services, seen).map((name) => gapFinding('expected_service_not_seen', null, name)),
  ];
}

function acceptedIn(gated: readonly GatedRun[]): CoverageLevel | null {
  const accepted = gated.filter(({ summary }) => summary.coverage.accepted);
  const least = leastCoverage(accepted.map(({ summary }) => summary.coverage.level));
  return least === 'complete' ? null : least;
}

/** An action stays out of the list as soon as some call may have been it. */
function unobservedIn({ declared_tool_actions }: DeclaredSurface, gated: readonly GatedRun[]) {
  const observed = new Set(gated.flatMap((run) => [...run.observed]));
  return declared_tool_actions.flatMap(({ id }, index) => (observed.has(index) ? [] : [{ id, index }]));
}
