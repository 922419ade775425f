import type { LogEventView, SpanView } from '../view.ts';
import type { OtlpErrorCode } from './otlp-error.ts';

/** What was refused, where, and why; free of values, so it can be printed. */
export interface Refusal {
  /** Path from the root, for example `resourceSpans[0].scopeSpans[2].spans[5].traceId`. */
  readonly position: string;
  readonly field: string;
  readonly code: OtlpErrorCode;
  readonly message: string;
}

/** What is ours in a document, in its order, and what of it could not be read. */
export interface OtlpReadResult {
  readonly spans: readonly SpanView[];
  /** Log records that are one of our events. */
  readonly logEvents: readonly LogEventView[];
  /** How many log records were somebody else's; nothing of them is kept. */
  readonly skippedLogRecords: number;
  /** The first 100. */
  readonly refused: readonly Refusal[];
  /** How many there were beyond those. */
  readonly refusedBeyond: number;
  /**
   * Set where the document is damaged: what else stands here came before that point and is whole, and nobody knows
   * what stood after it.
   */
  readonly broken?: Refusal | undefined;
}
