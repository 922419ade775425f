import { nameOf } from './declaration.ts';
import { highRiskReason } from './high-risk.ts';
import type { JudgedEffect } from './judged-effect.ts';
import type { Judgement, JudgingContext } from './judgement.ts';
import type { ObservedRecord } from './observed-run.ts';
import type { CallRow } from './rows.ts';

/** The call of a tool that no classifier knows: never clean, at best reviewed. */
export function judgeUnknown(
  record: ObservedRecord,
  effect: JudgedEffect['effect'],
  { declaration, words, today }: JudgingContext,
): Judgement {
  if (effect === 'deny') return only('unclassified.denied', record.reason_code);
  if (effect === 'error') return only('unclassified.undecided', record.reason_code);
  const risk = highRiskReason(record.reason_code, record.tool.name, words);
  const reviews = declaration.reviewed.get(nameOf(record.server.id, record.tool.name)) ?? [];
  const current = reviews.filter(({ until }) => until === undefined || today <= until);
  const review = current.find(({ high_risk }) => high_risk === true) ?? current[0];
  if (review === undefined) {
    const expired = reviews.length > 0 ? 'review_expired' : undefined;
    return risk === undefined
      ? only('unclassified.other', expired ?? record.reason_code)
      : only('unclassified.high_risk', expired ?? risk);
  }
  if (risk === undefined || review.high_risk === true) return { rows: [], reviewed: review };
  return only('unclassified.reviewed_high_risk', risk);
}

function only(row: CallRow, reason: string): Judgement {
  return { rows: [{ row, reason }] };
}
