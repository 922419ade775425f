import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT_EVENT, DECISION_EVENT } from '../decision/names.ts';
import type { SdkEvent } from '../span/sdk-span.ts';
import type { Meaning } from './meaning.ts';
import type { SafeName } from './safe-content.ts';

/** Everything that a call span gets, whoever puts it there: the processor on the span, the guard on an overlay. */
export interface CallEvidence {
  readonly event: EventAttributes;
  /** The event left as a log record, and is not for the span. */
  readonly isLogged: boolean;
  readonly span: EventAttributes;
  readonly name: SafeName;
}

/** Event and span attributes of a checkpoint. */
export interface CheckpointEvidence {
  readonly event: EventAttributes;
  readonly span: EventAttributes;
}

/** What is known of a span beyond the span itself. */
export interface SpanEvidence {
  /** Absent where the span is no call. */
  readonly call?: CallEvidence | undefined;
  /** The checkpoint that this span carries. */
  readonly checkpoint?: CheckpointEvidence | undefined;
  /** Of a span that is no call, what it says under the audit allow-list. */
  readonly meaning?: Meaning | undefined;
}

/** Whether `event` is ours and nothing else: every attribute is as it was written, and there is no other. */
export function isWritten(event: SdkEvent, { call, checkpoint }: SpanEvidence): boolean {
  if (event.name === DECISION_EVENT) return call !== undefined && holds(event, call.event);
  return event.name === CHECKPOINT_EVENT && checkpoint !== undefined && holds(event, checkpoint.event);
}

function holds({ attributes = {} }: SdkEvent, written: EventAttributes): boolean {
  const keys = Object.keys(written);
  return (
    Object.keys(attributes).length === keys.length &&
    keys.every((key) => isSame(attributes[key], written[key] as EventAttributes[string]))
  );
}

/** Whether an attribute holds just what was written. */
export function isSame(stored: unknown, written: EventAttributes[string]): boolean {
  if (!Array.isArray(written)) return stored === written;
  return (
    Array.isArray(stored) &&
    stored.length === written.length &&
    written.every((entry, index) => stored[index] === entry)
  );
}
