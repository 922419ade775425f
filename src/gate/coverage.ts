import type { Health, ScopeEntry } from '../run/health.ts';

/** What observation of a run amounts to, best first. */
export const COVERAGE_LEVELS = ['complete', 'scoped', 'partial', 'unknown'] as const;
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];

/** Limits that may hide calls; they make no gap. */
const HIDING: readonly string[] = [
  'calls_recorded_elsewhere',
  'detached_calls',
  'unattributed_tool_spans',
  'uncovered_calls',
  'unrecognised_mcp_spans',
];

/**
 * The coverage that a health document tells of. `complete` asks for what the claim of no undeclared use asks for:
 * no gap, client calls of the whole process watched from the run's beginning, and nothing that may hide calls;
 * `scoped` is complete without one of the last two.
 */
export function coverageLevel({ coverage, scope, limits }: Health): CoverageLevel {
  if (coverage.state === 'unknown' || scope.emitters.length === 0) return 'unknown';
  if (coverage.state === 'partial' || coverage.gaps.length > 0) return 'partial';
  const isHiding = limits.some(({ code }) => HIDING.includes(code));
  return isHiding || !isWatched(scope.emitters) ? 'scoped' : 'complete';
}

/** Whether `accepted` takes `level` in. */
export function isAccepted(level: CoverageLevel, accepted: CoverageLevel): boolean {
  return COVERAGE_LEVELS.indexOf(level) <= COVERAGE_LEVELS.indexOf(accepted);
}

/** The least of some levels; `complete` of none. */
export function leastCoverage(levels: readonly CoverageLevel[]): CoverageLevel {
  return COVERAGE_LEVELS.findLast((level) => levels.includes(level)) ?? 'complete';
}

function isWatched(emitters: readonly ScopeEntry[]): boolean {
  const roots = emitters.filter(({ run_root }) => run_root);
  return roots.length > 0 && roots.every(watchesClients);
}

function watchesClients({ attested, from }: ScopeEntry): boolean {
  return attested.some(
    ({ vantage, covers, since }) =>
      vantage === 'client' && covers === 'process' && BigInt(since) <= BigInt(from),
  );
}
