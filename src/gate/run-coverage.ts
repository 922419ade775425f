import { documentDigest } from '../decision/document-digest.ts';
import type { Health } from '../run/health.ts';
import { type CoverageLevel, coverageLevel, isAccepted } from './coverage.ts';
import type { ObservedRun } from './observed-run.ts';

/** Why the coverage of a run is not enough. */
export type CoverageReason =
  | 'no_surface'
  | 'health_missing'
  | 'health_unreadable'
  | 'health_other_schema'
  | 'health_mismatch'
  | 'complete_with_gaps'
  | 'coverage_scoped'
  | 'coverage_partial'
  | 'coverage_unknown';

/** The coverage of one run, judged. */
export interface RunCoverage {
  readonly level: CoverageLevel;
  /** `undefined` where it is accepted. */
  readonly reason: CoverageReason | undefined;
  /** The run's own health document; none where it was not read or belongs to another run. */
  readonly health: Health | undefined;
  /** Null where there is no surface, or none that has a digest. */
  readonly surfaceDigest: string | null;
}

/** Judges the coverage of a run. Evidence that contradicts itself is never accepted, whatever is asked for. */
export function runCoverage(run: ObservedRun, accepted: CoverageLevel): RunCoverage {
  const { surface, health } = run;
  if (surface === undefined) return never('no_surface', null);
  const surfaceDigest = documentDigest(surface);
  if (health.state === 'missing') {
    const reason = isAccepted('unknown', accepted) ? undefined : 'health_missing';
    return { level: 'unknown', reason, health: undefined, surfaceDigest };
  }
  if (health.state !== 'read') return never(`health_${health.state}`, surfaceDigest);
  const { document } = health;
  const calls = surface.observed_tool_decisions.length;
  if (!belongs(document, surfaceDigest, calls, run.lineRunId)) return never('health_mismatch', surfaceDigest);
  const level = coverageLevel(document);
  return { level, reason: reasonFor(document, level, accepted), health: document, surfaceDigest };
}

function reasonFor(
  { coverage: { state, gaps } }: Health,
  level: CoverageLevel,
  accepted: CoverageLevel,
): CoverageReason | undefined {
  if (state === 'complete' && gaps.length > 0) return 'complete_with_gaps';
  return level === 'complete' || isAccepted(level, accepted) ? undefined : `coverage_${level}`;
}

/** Two runs can have equal surfaces, so the digest alone does not say whose health it is. */
function belongs(
  health: Health,
  surfaceDigest: string | null,
  calls: number,
  lineRunId: string | undefined,
): boolean {
  return (
    // Of a surface without a digest no health has one.
    health.surface_digest?.toLowerCase() === surfaceDigest &&
    health.tool_calls_observed === calls &&
    (lineRunId === undefined || health.run_id === lineRunId)
  );
}

function never(reason: CoverageReason, surfaceDigest: string | null): RunCoverage {
  return { level: 'unknown', reason, health: undefined, surfaceDigest };
}
