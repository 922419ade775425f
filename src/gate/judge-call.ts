import { judgeCredential } from './judge-credential.ts';
import { judgeKnown } from './judge-known.ts';
import { judgeUnknown } from './judge-unknown.ts';
import { judgedEffect } from './judged-effect.ts';
import type { Judgement, JudgingContext } from './judgement.ts';
import { isKnown, type ObservedRecord } from './observed-run.ts';
import { inTableOrder } from './rows.ts';

/** Judges one call: effect, then classification, then match. Total for every valid record. */
export function judgeCall(record: ObservedRecord, context: JudgingContext): Judgement {
  const { effect, beside } = judgedEffect(record);
  const judgement = isKnown(record)
    ? judgeKnown(record, effect, context.declaration)
    : judgeUnknown(record, effect, context);
  const credential = effect === 'allow' ? judgeCredential(record, context.declaration) : [];
  const rows = [...judgement.rows, ...(beside ? [beside] : []), ...credential];
  return { ...judgement, rows: rows.sort((one, other) => inTableOrder(one.row, other.row)) };
}
