import type { RunSummary, SurfaceDiff } from '../../gate/surface-diff.ts';
import { levelCounts, type ToldFinding } from '../told-finding.ts';
import { counted } from './paragraph.ts';

/** `pass (coverage: partial accepted)`: what a pass rests on is never left out. */
export function verdictWords({ verdict, coverage_accepted: accepted }: SurfaceDiff): string {
  return accepted === null ? verdict : `${verdict} (coverage: ${accepted} accepted)`;
}

/** `3 findings: 2 error, 1 note`. */
export function findingCounts(told: readonly ToldFinding[]): string {
  if (told.length === 0) return 'no findings';
  const levels = levelCounts(told).map(([level, count]) => `${count} ${level}`);
  return `${counted(told.length, 'finding')}: ${levels.join(', ')}`;
}

/** `4 calls in 2 runs`. */
export function callCounts({ runs }: SurfaceDiff): string {
  const calls = runs.reduce((sum, { tool_calls_observed: observed }) => sum + observed, 0);
  return `${counted(calls, 'call')} in ${counted(runs.length, 'run')}`;
}

/** `partial, accepted`. */
export function coverageWords({ coverage }: RunSummary): string {
  const { level, accepted } = coverage;
  if (!accepted) return `${level}, not enough`;
  return level === 'complete' ? level : `${level}, accepted`;
}
