import type { Checkpoint } from '../decision/checkpoint.ts';
import { DecisionEventError, decodeToolDecision, digestOf } from '../decision/codec.ts';
import {
  CHECKPOINT,
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  EVENT,
  RUN_END,
  RUN_END_EVENT,
} from '../decision/names.ts';
import type { DecisionRecord } from '../decision/record.ts';
import type { RunSeal } from '../decision/run-seal.ts';
import { type Attributes, type EventView, stringAttribute } from '../span/view.ts';
import { isPlainRecord } from './plain-record.ts';
import { readCheckpoint, readRunSeal } from './read-evidence.ts';

/** An intact record as its canonical text, with that text's digest, and the attributes beside it. */
export interface ReadDecision {
  readonly record: string;
  readonly digest: string;
  readonly beside: Attributes;
}

/** What the events of ours on one span hold, and what of it was refused, in words without a value. */
export interface OwnEvents {
  readonly decisions: readonly ReadDecision[];
  readonly checkpoints: readonly Checkpoint[];
  readonly seals: readonly RunSeal[];
  /** In alphabetical order. */
  readonly broken: readonly ('checkpoint' | 'decision')[];
  readonly refused: readonly string[];
}

/** Problems of a record that is intact as text. */
export type RecordProblems = (record: DecisionRecord) => readonly string[];

const NONE: readonly never[] = [];
const NO_EVENTS: OwnEvents = { decisions: NONE, checkpoints: NONE, seals: NONE, broken: NONE, refused: NONE };

/** Reads our events of a span, and no others. Total: what does not hold is refused. */
export function readOwnEvents(events: readonly EventView[], problems: RecordProblems | undefined): OwnEvents {
  if (events.length === 0) return NO_EVENTS;
  const decisions: ReadDecision[] = [];
  const checkpoints: Checkpoint[] = [];
  const seals: RunSeal[] = [];
  let isCheckpointCut = false;
  let isSealCut = false;
  const refused: string[] = [];
  for (const event of events) {
    if (event.name === DECISION_EVENT) {
      const found = decisionProblems(event, problems);
      if (found.length > 0) refused.push(...found);
      else decisions.push(intactDecision(event));
    } else if (event.name === CHECKPOINT_EVENT) {
      const checkpoint = readCheckpoint(event);
      if (checkpoint === undefined) isCheckpointCut = true;
      else checkpoints.push(checkpoint);
    } else if (event.name === RUN_END_EVENT) {
      const seal = readRunSeal(event);
      if (seal === undefined) isSealCut = true;
      else seals.push(seal);
    }
  }
  const broken: ('checkpoint' | 'decision')[] = refused.length > 0 ? ['decision'] : [];
  if (isCheckpointCut) {
    broken.unshift('checkpoint');
    refused.push(`Expected \`${CHECKPOINT.checkpoint}\` to be an intact checkpoint; it was cut or changed`);
  }
  if (isSealCut) refused.push(`Expected \`${RUN_END.seal}\` to be an intact run seal; it was cut or changed`);
  return { decisions, checkpoints, seals, broken, refused };
}

/** Why the event is no intact record that can be taken as it is; empty where it is one. */
function decisionProblems(event: EventView, problems: RecordProblems | undefined): readonly string[] {
  const record = stringAttribute(event.attributes, EVENT.record);
  if (record !== undefined && isPlainRecord(record)) {
    if (digestOf(record) === stringAttribute(event.attributes, EVENT.recordDigest)) return NONE;
  }
  try {
    const { value } = decodeToolDecision(event);
    return problems?.(value) ?? NONE;
  } catch (error) {
    if (!(error instanceof DecisionEventError)) throw error;
    return [error.message];
  }
}

function intactDecision({ attributes: beside }: EventView): ReadDecision {
  const record = stringAttribute(beside, EVENT.record) ?? '';
  return { record, digest: stringAttribute(beside, EVENT.recordDigest) ?? '', beside };
}
