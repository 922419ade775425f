import type { DecisionRecord } from '../decision/record.ts';

/** What joining and assessing ask of every record; of few they ask more. */
export interface RecordSummary {
  readonly classification: DecisionRecord['classification'];
  readonly decision: Pick<DecisionRecord['decision'], 'source'>;
  readonly detail?: string | undefined;
  readonly tool: Pick<DecisionRecord['tool'], 'name'>;
}

/** A string without escapes; also without braces, so that an object ends at the next one. */
const TEXT = '"([^"\\\\{}]*)"';
const MEMBERS = '[^{}\\\\]*';

/**
 * A record of the members that are known now, and no escape in it: then every quote is one that JSON means, and what
 * stands here at a member's place is that member.
 */
const PLAIN = new RegExp(
  `^\\{"action":\\{${MEMBERS}(?:\\{${MEMBERS}\\}${MEMBERS})?\\},"classification":${TEXT},` +
    `(?:"correlation":\\{${MEMBERS}\\},)?"decision":\\{${MEMBERS}"source":${TEXT}\\},(?:"detail":${TEXT},)?` +
    `"reason_code":"[^"\\\\{}]*","redaction":\\{${MEMBERS}\\},"response":\\{${MEMBERS}\\},"server":\\{${MEMBERS}\\},` +
    `"tool":\\{"category":(?:null|"[^"\\\\{}]*"),"name":${TEXT}\\}\\}$`,
);

/** Reads a record's canonical JSON, parsing only what is out of the ordinary: that takes several times as long. */
export function summaryOf(record: string): RecordSummary {
  const plain = PLAIN.exec(record);
  if (plain === null) return JSON.parse(record) as DecisionRecord;
  const [, classification = '', source = '', detail, name = ''] = plain;
  return {
    classification: classification as DecisionRecord['classification'],
    decision: { source },
    detail,
    tool: { name },
  };
}
