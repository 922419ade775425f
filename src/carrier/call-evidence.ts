import type { Settings } from '../config.ts';
import { type CallNumber, eventAttributes, spanAttributes } from '../decision/codec.ts';
import type { Observation } from '../pipeline.ts';
import { removedKeys } from '../redact/scrub.ts';
import { unixNano } from '../span/from-sdk.ts';
import type { SdkReadableSpan } from '../span/sdk-span.ts';
import type { CallEvidence } from './evidence.ts';
import { NOTHING_OWN, type SafeContent, type SafeName, safeContent } from './safe-content.ts';

/** The evidence for one observed call, and what its span must lose; `own` says whose events are ours. */
export function callEvidence(
  span: SdkReadableSpan,
  { call, record, encoded }: Extract<Observation, { is: 'call' }>,
  number: CallNumber | undefined,
  settings: Settings,
): { evidence: CallEvidence; content: SafeContent } {
  const toolName = record.tool.name;
  const name: SafeName = { toolName, plainNames: toolName === call.toolName ? call.plainNames : [] };
  const content = safeContent(span, settings.scrub, name, NOTHING_OWN);
  const removed = removedKeys(content.attributes.remove);
  const facts = {
    number,
    startTimeUnixNano: unixNano(span.startTime),
    vantage: call.vantage,
    scrubbedKeys: removed.named,
    scrubbedOther: removed.other,
    conflicts: call.conflicts,
  };
  return {
    evidence: {
      event: eventAttributes(record, encoded, facts),
      span: spanAttributes(record, encoded, facts),
      name: { toolName, plainNames: [...name.plainNames, `tools/call ${toolName}`] },
    },
    content,
  };
}
