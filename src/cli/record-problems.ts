import type { RecordProblems } from '../run/read-events.ts';
import { DecisionRecordSchema } from '../schema/decision-record.ts';
import { describeIssues } from '../schema/issues.ts';

/** What the schema says is wrong with a record that is intact as text. */
export const recordProblems: RecordProblems = (record) => {
  const issues = DecisionRecordSchema.safeParse(record).error?.issues ?? [];
  return describeIssues(record, issues).map(({ message }) => message);
};
