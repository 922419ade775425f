import { canonicalJson } from '../../src/decision/canonical-json.ts';
import { digestOf } from '../../src/decision/codec.ts';
import {
  CHECKPOINT,
  CHECKPOINT_EVENT,
  DECISION_EVENT,
  EVENT,
  RUN_END,
  RUN_END_EVENT,
} from '../../src/decision/names.ts';
import type { DecisionRecord } from '../../src/decision/record.ts';
import { FakeSpan } from './fake-span.ts';
import type { Exported } from './simulate.ts';

type Fault = (spans: readonly Exported[], pick: number) => readonly Exported[];

/** Faults between a process and the reader; `pick` chooses where, modulo what there is. */
export const WAY_FAULTS = {
  cut_checkpoint: (spans, pick) =>
    changed(spans, pick, has(CHECKPOINT_EVENT), (span) =>
      cut(span, CHECKPOINT_EVENT, CHECKPOINT.checkpoint, pick),
    ),
  cut_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), (span) =>
      cut(span, DECISION_EVENT, pick % 2 === 0 ? EVENT.record : EVENT.recordDigest, pick),
    ),
  cut_seal: (spans, pick) =>
    changed(spans, pick, has(RUN_END_EVENT), (span) => cut(span, RUN_END_EVENT, RUN_END.seal, pick)),
  /** No fault by itself: events of ours leave as log records, those of calls or all of them. */
  logged: (spans, pick) => spans.flatMap((one) => logged(one, pick % 2 === 0 ? [DECISION_EVENT] : OWN)),
  /** What one of two forks said. */
  lost_fork: (spans, pick) => spans.filter(({ branch }) => branch !== pick % 2),
  lost_checkpoint: (spans, pick) =>
    changed(spans, pick, has(CHECKPOINT_EVENT), (span) => without(span, CHECKPOINT_EVENT)),
  lost_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), (span) => without(span, DECISION_EVENT)),
  lost_evidence: (spans, pick) =>
    changed(
      spans,
      pick,
      (one) => has(DECISION_EVENT)(one) || has(CHECKPOINT_EVENT)(one),
      (span) => {
        span.events = [];
        for (const key of Object.keys(span.attributes))
          if (key.startsWith('assay.')) delete span.attributes[key];
      },
    ),
  lost_last: (spans) => spans.slice(0, -1),
  lost_process: (spans, pick) => spans.filter(({ plan }) => plan.process !== pick % 3),
  lost_seal: (spans, pick) => {
    const seals = spans.filter(has(RUN_END_EVENT));
    return spans.filter((one) => one !== seals[pick % seals.length]);
  },
  lost_logs: (spans, pick) => {
    const logs = spans.filter(({ isLog }) => isLog);
    return spans.filter((one) => one !== logs[pick % logs.length]);
  },
  lost_span: (spans, pick) => spans.filter((_, at) => at !== pick % spans.length),
  lost_trace: (spans, pick) => {
    const traces = [
      ...new Set(spans.filter(({ plan }) => plan.what !== 'own').map(({ plan }) => plan.trace)),
    ];
    return spans.filter(({ plan }) => plan.trace !== traces[pick % traces.length]);
  },
  repeated: (spans, pick) => [...spans, ...spans.slice(pick % (spans.length + 1))],
  repeated_without_event: (spans, pick) => {
    const again = spans
      .slice(pick % (spans.length + 1))
      .map((one): Exported => ({ ...one, span: FakeSpan.copy(one.span) }));
    for (const { span } of again) without(span, DECISION_EVENT);
    return [...spans, ...again];
  },
  // By something on the way that redacts names and makes the digest anew: each event holds by itself.
  rewritten_event: (spans, pick) =>
    changed(spans, pick, has(DECISION_EVENT), ({ events }) => {
      for (const { name, attributes } of events) {
        if (name !== DECISION_EVENT || attributes === undefined || !isIntact(attributes)) continue;
        const record = JSON.parse(String(attributes[EVENT.record])) as DecisionRecord;
        const text = canonicalJson({ ...record, tool: { ...record.tool, name: 'masked' } });
        attributes[EVENT.record] = text;
        attributes[EVENT.recordDigest] = digestOf(text);
      }
    }),
} as const satisfies Record<string, Fault>;

const OWN = [CHECKPOINT_EVENT, DECISION_EVENT, RUN_END_EVENT];

/** The span without these events, and each of them as a log record. */
export function logged(one: Exported, names: readonly string[]): readonly Exported[] {
  if (one.isLog) return [one];
  const rest = FakeSpan.copy(one.span);
  for (const name of names) without(rest, name);
  const events = one.span.events.filter(({ name }) => names.includes(name));
  const records = events.map((event): Exported => {
    const span = FakeSpan.copy(one.span);
    span.events = [event];
    return { ...one, span, isLog: true };
  });
  return [{ ...one, span: rest }, ...records];
}

function has(name: string): (one: Exported) => boolean {
  return ({ span }) => span.events.some((event) => event.name === name);
}

function changed(
  spans: readonly Exported[],
  pick: number,
  can: (one: Exported) => boolean,
  change: (span: FakeSpan) => void,
): readonly Exported[] {
  const able = spans.filter(can);
  const chosen = able[pick % able.length];
  if (chosen === undefined) return spans;
  const span = FakeSpan.copy(chosen.span);
  change(span);
  return spans.map((one) => (one === chosen ? { ...one, span } : one));
}

function cut(span: FakeSpan, event: string, key: string, pick: number): void {
  for (const { name, attributes } of span.events) {
    if (name !== event || attributes === undefined) continue;
    const text = String(attributes[key]);
    attributes[key] = text.slice(0, 1 + (pick % (text.length - 1)));
  }
}

function isIntact(attributes: Record<string, unknown>): boolean {
  return digestOf(String(attributes[EVENT.record])) === attributes[EVENT.recordDigest];
}

function without(span: FakeSpan, event: string): void {
  span.events = span.events.filter(({ name }) => name !== event);
}
