import type { DecisionRecord } from '../decision/record.ts';
import type { Conflict, Vantage } from '../span/observed-call.ts';

/** One decision record with the span it belongs to: all that a run needs to know of a call. */
export interface ObservedRecord {
  readonly traceId: string;
  readonly spanId: string;
  /** Canonical decimal Unix nanoseconds (no leading zeros). */
  readonly startTimeUnixNano: string;
  /** Decimal nanoseconds. */
  readonly durationNano: string;
  /** `service.name` of the resource. */
  readonly service: string | null;
  readonly vantage: Vantage;
  /** Id of the emitter that numbered the call; null where none did. */
  readonly emitter: string | null;
  /** `event`: read from an intact event, which outranks `derived`: made from the span by whoever reads it. */
  readonly origin: 'event' | 'derived';
  /** In the order of `CONFLICTS`. */
  readonly conflicts: readonly Conflict[];
  /** The record as RFC 8785 canonical JSON. */
  readonly recordString: string;
  /** The same, parsed; unknown fields are kept. */
  readonly record: DecisionRecord;
}
