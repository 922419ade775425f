import { canonicalJson } from '../decision/canonical-json.ts';
import { type HighRiskReason, highRiskReason } from './high-risk.ts';
import type { HighRiskWords } from './high-risk-words.ts';
import { judgedEffect } from './judged-effect.ts';
import { isKnown, type ObservedRecord } from './observed-run.ts';

/** An unknown tool that was used, for a person to review. */
export interface DraftReview {
  readonly server: string;
  readonly tool: string;
  /** Why its shape is high-risk, where it is. */
  readonly why: HighRiskReason | undefined;
}

/** Unknown tools of calls that are judged as allowed, each once, in the order of their names. */
export function draftReviews(
  records: readonly ObservedRecord[],
  words: HighRiskWords,
): readonly DraftReview[] {
  const reviews = new Map<string, DraftReview>();
  for (const record of records) {
    if (isKnown(record) || judgedEffect(record).effect !== 'allow') continue;
    const [server, tool] = [record.server.id, record.tool.name];
    const key = canonicalJson([server, tool]);
    const reasons = [highRiskReason(record.reason_code, tool, words), reviews.get(key)?.why];
    // Of two reasons the one that a call gave says more than the name.
    const why = reasons.find((reason) => reason === 'redacted_secret_argument') ?? reasons[0];
    reviews.set(key, { server, tool, why });
  }
  return [...reviews].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, review]) => review);
}
