import { LEVELS, type Level } from '../gate/rows.ts';
import type { Finding } from '../gate/surface-diff.ts';

/** One row of one call, or one gap, as people are told: a row with two codes is one thing to them. */
export interface ToldFinding<F extends Finding = Finding> {
  /** The first of its codes. */
  readonly finding: F;
  readonly codes: readonly string[];
}

/** Findings as people are told them, in their order: those of one row of one call stand together. */
export function toldFindings<F extends Finding>(findings: readonly F[]): readonly ToldFinding<F>[] {
  const told: { finding: F; codes: string[] }[] = [];
  for (const finding of findings) {
    const last = told.at(-1);
    if (last !== undefined && isSameRow(last.finding, finding) && !last.codes.includes(finding.code)) {
      last.codes.push(finding.code);
    } else {
      told.push({ finding, codes: [finding.code] });
    }
  }
  return told;
}

function isSameRow(one: Finding, other: Finding): boolean {
  return (
    one.record !== null && one.row === other.row && one.run_id === other.run_id && one.record === other.record
  );
}

/** The same thing found in several calls. */
export interface RepeatedFinding<F extends Finding = Finding> extends ToldFinding<F> {
  readonly calls: number;
}

/** What is the same but for the call is told once, where it was found first. A gap is told as it stands. */
export function repeatedFindings<F extends Finding>(
  told: readonly ToldFinding<F>[],
): readonly RepeatedFinding<F>[] {
  const byKey = new Map<string, { calls: number } & ToldFinding<F>>();
  for (const [at, { finding, codes }] of told.entries()) {
    const { row, level, fingerprint, decision, reason, run_id: runId } = finding;
    const same = [runId, row, level, fingerprint, decision, reason];
    const key = JSON.stringify(finding.record === null ? [at] : same);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { finding, codes, calls: 1 });
    else known.calls += 1;
  }
  return [...byKey.values()];
}

/** What is worst first; otherwise as they stand. */
export function worstFirst<F extends Finding>(told: readonly ToldFinding<F>[]): readonly ToldFinding<F>[] {
  return LEVELS.flatMap((level) => told.filter(({ finding }) => finding.level === level));
}

/** How many there are of each level that occurs, worst first. */
export function levelCounts(told: readonly ToldFinding[]): readonly (readonly [Level, number])[] {
  return LEVELS.flatMap((level): [Level, number][] => {
    const count = told.filter(({ finding }) => finding.level === level).length;
    return count === 0 ? [] : [[level, count]];
  });
}
