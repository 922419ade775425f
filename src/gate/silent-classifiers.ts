import { canonicalJson } from '../decision/canonical-json.ts';
import type { Judgement } from './judgement.ts';
import { isKnown, type ObservedRecord } from './observed-run.ts';
import type { Silence, SilentCall } from './silence.ts';
import type { SilentClassifier } from './surface-diff.ts';

/** What is said of a call where a loaded file knows its tool: that no classifier knows it would not be true. */
export function withSilence(judgement: Judgement, why: Silence): Judgement {
  const rows = judgement.rows.map((judged) => (isOfName(judged) ? { ...judged, reason: why } : judged));
  return { ...judgement, rows };
}

/** That the name is of high risk is said by the row already; a secret, or an old review, says more than a name. */
function isOfName({ row, reason }: Judgement['rows'][number]): boolean {
  return reason === 'unknown_tool_name' || (row === 'unclassified.high_risk' && reason === 'high_risk_name');
}

/** Whether a call is to be looked at: of a known tool, or of one that somebody reviewed, all is said. */
export function maySilenceMatter(record: ObservedRecord, { rows }: Judgement): boolean {
  return !isKnown(record) && rows.some(isOfName);
}

/** Each file, server and reason once, with all tools, in order. */
export function silentClassifiers(calls: readonly SilentCall[]): readonly SilentClassifier[] {
  const byKey = new Map<string, { of: Omit<SilentCall, 'tool'>; tools: Set<string> }>();
  for (const { tool, ...of } of calls) {
    const key = canonicalJson([of.file, of.server, of.why]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { of, tools: new Set([tool]) });
    else known.tools.add(tool);
  }
  return [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { of, tools }]) => ({ ...of, tools: [...tools].sort() }));
}
