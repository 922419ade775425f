import {
  type AcceptedFinding,
  type Baseline,
  type BaselineRefusal,
  refusalOf,
  type UnusedAcceptance,
} from './baseline.ts';
import type { CallFinding } from './call-findings.ts';
import type { BaselinedFinding, Finding } from './surface-diff.ts';

/** Findings of calls, parted by a baseline. */
export interface Parted {
  readonly findings: readonly Finding[];
  readonly baselined: readonly BaselinedFinding[];
  readonly unused: readonly UnusedAcceptance[];
}

/** Takes out what the baseline accepts on this day; an entry that may not accept a finding leaves it where it is. */
export function applyBaseline(
  found: readonly CallFinding[],
  baseline: Baseline | undefined,
  today: string,
): Parted {
  const entries = (baseline?.accepted ?? []).map((entry): Entry => ({ entry, uses: new Set() }));
  const byFingerprint = grouped(entries);
  const findings: Finding[] = [];
  const baselined: BaselinedFinding[] = [];
  for (const { finding, isClassified } of found) {
    let accepted: AcceptedFinding | undefined;
    for (const { entry, uses } of byFingerprint.get(finding.fingerprint) ?? []) {
      const refusal = refusalOf(entry, isClassified, today);
      uses.add(refusal ?? 'used');
      if (refusal === undefined) accepted ??= entry;
    }
    if (accepted === undefined) findings.push(finding);
    else baselined.push({ ...finding, accepted: { reason: accepted.reason, until: accepted.until ?? null } });
  }
  return { findings, baselined, unused: entries.flatMap(unusedEntry) };
}

interface Entry {
  readonly entry: AcceptedFinding;
  readonly uses: Set<BaselineRefusal | 'used'>;
}

function grouped(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const one of entries) {
    const group = groups.get(one.entry.fingerprint);
    if (group === undefined) groups.set(one.entry.fingerprint, [one]);
    else group.push(one);
  }
  return groups;
}

function unusedEntry({ entry: { fingerprint }, uses }: Entry): UnusedAcceptance[] {
  if (uses.has('used')) return [];
  const [why = 'not_seen'] = uses as ReadonlySet<BaselineRefusal>;
  return [{ fingerprint, why }];
}
