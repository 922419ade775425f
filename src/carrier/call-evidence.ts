import type { Settings } from '../config.ts';
import { type CallNumber, type EventAttributes, eventAttributes, spanAttributes } from '../decision/codec.ts';
import { CARRIER, DECISION_EVENT } from '../decision/names.ts';
import type { Observation } from '../pipeline.ts';
import { removedKeys } from '../redact/scrub.ts';
import { unixNano } from '../span/from-sdk.ts';
import type { SdkReadableSpan } from '../span/sdk-span.ts';
import type { CallEvidence } from './evidence.ts';
import { writeLog } from './on-log.ts';
import { NOTHING_OWN, type SafeContent, type SafeName, safeContent } from './safe-content.ts';

/**
 * The evidence for one observed call, and what its span must lose. What goes into a log record is emitted here, for
 * a span that will be exported. `sameAs` names the span that holds the record of this very call.
 */
export function callEvidence(
  span: SdkReadableSpan,
  { call, record, encoded }: Extract<Observation, { is: 'call' }>,
  number: CallNumber | undefined,
  settings: Settings,
  sameAs?: string,
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
    sameAs,
    classifierVersions: settings.classifiers.versions,
  };
  const event = eventAttributes(record, encoded, facts);
  const isLogged = hasLeft(span, event, settings) && settings.carrier === 'log';
  const onSpan = spanAttributes(record, encoded, facts);
  if (isLogged) onSpan[CARRIER] = 'log';
  return {
    evidence: {
      event,
      isLogged,
      span: onSpan,
      name: { toolName, plainNames: [...name.plainNames, `tools/call ${toolName}`] },
    },
    content,
  };
}

/** Whether the event left as a log record, as the settings ask; that of a span which is not exported does not. */
function hasLeft(span: SdkReadableSpan, event: EventAttributes, { carrier }: Settings): boolean {
  const context = span.spanContext();
  if (carrier === 'span-event' || (context.traceFlags & 1) === 0) return false;
  return writeLog(DECISION_EVENT, event, context, span.endTime[0] > 0 ? span.endTime : undefined);
}
