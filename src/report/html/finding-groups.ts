import { inTableOrder, LEVELS } from '../../gate/rows.ts';
import type { Finding } from '../../gate/surface-diff.ts';
import type { ToldFinding } from '../told-finding.ts';

/** Entries of findings that a report lists; the worst come first. */
export const MOST_ENTRIES = 1000;

/** Findings that say the same of the same: one entry for a reader, however many calls it is about. */
export interface FindingGroup {
  /** From 1, in the order in which they are told. */
  readonly number: number;
  readonly finding: Finding;
  readonly codes: readonly string[];
  /** One for each call, or for each run with the same gap. */
  readonly calls: readonly Finding[];
}

/** The worst level first where calls are judged, else in the order of the table of rows; then as they came. */
export function findingGroups(told: readonly ToldFinding[], isJudged: boolean): readonly FindingGroup[] {
  const groups = [...grouped(told, sameness).values()];
  const rank = ({ level }: Finding) => LEVELS.indexOf(level);
  groups.sort(([{ finding: one }], [{ finding: other }]) =>
    isJudged ? rank(one) - rank(other) : inTableOrder(one.row, other.row),
  );
  return groups.map((group, at) => ({
    number: at + 1,
    ...group[0],
    calls: group.map(({ finding }) => finding),
  }));
}

/** Items by key, in the order of first appearance. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The fingerprint says row, server, tool, category and target. */
function sameness({ finding, codes }: ToldFinding): string {
  const { row, level, fingerprint, decision, nearest, reason, expected } = finding;
  return JSON.stringify([row, codes, level, fingerprint, decision, nearest, reason, expected]);
}
