import type { Levels } from '../../gate/levels.ts';
import { ROWS, type RowName } from '../../gate/rows.ts';
import type { RunSummary, SurfaceDiff } from '../../gate/surface-diff.ts';
import { levelCounts, type ToldFinding, toldFindings } from '../told-finding.ts';
import { counted } from './paragraph.ts';

/** `pass (coverage: partial accepted, 2 levels changed, 5 findings accepted)`: what a verdict rests on is never left out. */
export function verdictWords({
  verdict,
  coverage_accepted: coverage,
  levels,
  baselined,
}: SurfaceDiff): string {
  const changed = changedLevels(levels).length;
  const accepted = toldFindings(baselined).length;
  const rests = [
    ...(coverage === null ? [] : [`coverage: ${coverage} accepted`]),
    ...(changed === 0 ? [] : [`${counted(changed, 'level')} changed`]),
    ...(accepted === 0 ? [] : [`${counted(accepted, 'finding')} accepted`]),
  ];
  return rests.length === 0 ? verdict : `${verdict} (${rests.join(', ')})`;
}

/** Rows of which configuration changed the level. */
export function changedLevels(levels: Levels): readonly RowName[] {
  return (Object.keys(ROWS) as RowName[]).filter((row) => levels[row] !== ROWS[row].level);
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
