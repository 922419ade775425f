import { LEVELS } from '../gate/rows.ts';
import type { RunSummary, SurfaceDiff } from '../gate/surface-diff.ts';
import { type ToldFinding, toldFindings, worstFirst } from './told-finding.ts';

/** What is told of one run. */
export interface RunSection {
  /** Null where nothing names the run, and for what belongs to none. */
  readonly runId: string | null;
  /** More than one where runs came in under one id; none for what was expected and not seen. */
  readonly summaries: readonly RunSummary[];
  /** What is worst first. */
  readonly findings: readonly ToldFinding[];
}

/** Every run that came in or was expected, the worst first; those without a finding last. */
export function runSections(diff: SurfaceDiff): readonly RunSection[] {
  const sections = new Map<string | null, { summaries: RunSummary[]; findings: ToldFinding[] }>();
  const at = (runId: string | null) => {
    const section = sections.get(runId) ?? { summaries: [], findings: [] };
    sections.set(runId, section);
    return section;
  };
  for (const summary of diff.runs) at(summary.run_id).summaries.push(summary);
  for (const told of toldFindings(diff.findings)) at(told.finding.run_id).findings.push(told);
  const all = [...sections].map(([runId, { summaries, findings }]) => ({
    runId,
    summaries,
    findings: worstFirst(findings),
  }));
  return all.sort((one, other) => rank(one) - rank(other));
}

function rank({ findings: [worst] }: RunSection): number {
  return worst === undefined ? LEVELS.length : LEVELS.indexOf(worst.finding.level);
}

/** Nothing to be told of but that it was seen. */
export function isQuiet({ findings, summaries }: RunSection): boolean {
  return findings.length === 0 && summaries.every(({ coverage }) => coverage.level === 'complete');
}
