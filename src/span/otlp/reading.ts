import type { LogEventView, SpanView } from '../view.ts';
import { OtlpError } from './otlp-error.ts';
import { BEYOND, Place } from './place.ts';
import type { OtlpReadResult, Refusal } from './read-result.ts';
import type { Wanted } from './wanted.ts';

/** Refusing one element takes microseconds, and a document may hold millions: after so many the rest is not looked at. */
const MAX_LOOKED_AT = 100_000;

/** One document while it is read: where the reader stands, and what was read and refused so far. */
export class Reading {
  readonly place: Place = new Place();
  /** What of spans is read; all of them where nothing stands here. */
  readonly wanted: Wanted | undefined;
  readonly spans: SpanView[] = [];
  readonly logEvents: LogEventView[] = [];
  readonly #refused: Refusal[] = [];
  #skippedLogRecords = 0;
  #refusedBeyond = 0;

  constructor(wanted?: Wanted) {
    this.wanted = wanted;
  }

  /** A log record that is one of ours, or `undefined` for another. */
  tookLogRecord(event: LogEventView | undefined): void {
    if (event === undefined) this.#skippedLogRecords += 1;
    else this.logEvents.push(event);
  }

  /** Reads an element of a list. After {@link MAX_LOOKED_AT} refusals it counts as refused itself. */
  attemptElement(read: () => void): void {
    if (this.#refusedBeyond < MAX_LOOKED_AT) this.attempt(read);
    else this.#refusedBeyond += 1;
  }

  /** Reads something; what is refused in it ends it and is noted, and the place is what it was. */
  attempt(read: () => void): void {
    const { depth } = this.place;
    try {
      read();
    } catch (error) {
      if (!(error instanceof OtlpError)) throw error;
      this.#refuse(error);
    }
    this.place.returnTo(depth);
  }

  result(broken?: Refusal): OtlpReadResult {
    const read = {
      spans: this.spans,
      logEvents: this.logEvents,
      skippedLogRecords: this.#skippedLogRecords,
      refused: this.#refused,
      refusedBeyond: this.#refusedBeyond,
    };
    return broken === undefined ? read : { ...read, broken };
  }

  #refuse(error: OtlpError): void {
    if (error === BEYOND) {
      this.#refusedBeyond += 1;
      return;
    }
    const { position, field, code, message } = error;
    this.#refused.push({ position, field, code, message });
  }
}
