import type { EventAttributes } from '../decision/codec.ts';
import { CHECKPOINT, CHECKPOINT_EVENT, DECISION_EVENT, EVENT } from '../decision/names.ts';
import type { SdkEvent } from '../span/sdk-span.ts';
import type { CallEvidence } from './call-evidence.ts';

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
}

/**
 * The evidence hangs on the event that carries it, under a symbol that no serialiser looks at: the guard knows
 * by it which events are ours, and it lives exactly as long as the span.
 */
const WRITTEN = Symbol.for('assay-otel.v1.written');

type Marked = SdkEvent & { [WRITTEN]?: CallEvidence | CheckpointEvidence };

/** Marks an event as written by us. */
export function markWritten(event: SdkEvent, evidence: CallEvidence | CheckpointEvidence): void {
  (event as Marked)[WRITTEN] = evidence;
}

/** The evidence that the events of a span carry; nothing where none is ours. */
export function writtenOn(events: readonly SdkEvent[]): SpanEvidence {
  let call: CallEvidence | undefined;
  let checkpoint: CheckpointEvidence | undefined;
  for (const event of events) {
    const evidence = (event as Marked)[WRITTEN];
    if (evidence === undefined) continue;
    if (event.name === DECISION_EVENT) call = evidence as CallEvidence;
    else checkpoint = evidence;
  }
  return call === undefined && checkpoint === undefined ? NOTHING : { call, checkpoint };
}

const NOTHING: SpanEvidence = {};

/** Whether `event` carries what was written, whole: the text and the text's digest are the same. */
export function isWritten(event: SdkEvent, { call, checkpoint }: SpanEvidence): boolean {
  if (event.name === DECISION_EVENT)
    return call !== undefined && holds(event, call.event, EVENT.record, EVENT.recordDigest);
  return (
    event.name === CHECKPOINT_EVENT &&
    checkpoint !== undefined &&
    holds(event, checkpoint.event, CHECKPOINT.checkpoint, CHECKPOINT.digest)
  );
}

function holds(event: SdkEvent, written: EventAttributes, ...keys: readonly string[]): boolean {
  return keys.every((key) => event.attributes?.[key] === written[key]);
}
