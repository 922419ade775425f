import type { SpanFact } from '../../run/span-fact.ts';
import type { LogEventView, SpanView } from '../../span/view.ts';

/** A span, and what it is evidence of. */
export interface ReadPair {
  readonly span: SpanView;
  readonly fact: SpanFact;
}

/** One of our events that came as a log record, and what it is evidence of. */
export interface ReadLogPair {
  readonly event: LogEventView;
  readonly fact: SpanFact;
}

/** What was read of one batch that was taken. */
export interface BatchRead {
  readonly spans: readonly ReadPair[];
  readonly logEvents: readonly ReadLogPair[];
}

/** One request as it may leave. */
export interface Outgoing {
  /** OTLP/JSON. */
  readonly body: string;
  /** Spans or log records in it. */
  readonly items: number;
  /** Those that could not be made safe, and are not in it. */
  readonly refused: number;
}
