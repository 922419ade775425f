import type { Settings } from '../config.ts';
import { readOtlpJson } from '../span/otlp/read-otlp-json.ts';
import type { FollowedInput } from './followed-input.ts';
import type { Printer } from './printer.ts';
import type { ProgressLine } from './progress.ts';
import type { InputDocument } from './read-documents.ts';
import { factReader } from './read-fact.ts';

export interface TraceReaderOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string | undefined;
}

/** Reads the spans of OTLP/JSON documents into runs; what of them is refused is told on the printer. */
export class TraceReader {
  readonly #runs: FollowedInput;
  readonly #readFact: ReturnType<typeof factReader>;
  readonly #printer: Printer;
  readonly #progress: ProgressLine;
  #hasDocument = false;
  #hasSpan = false;
  #refusedSpans = 0;

  constructor(runs: FollowedInput, options: TraceReaderOptions, printer: Printer, progress: ProgressLine) {
    this.#runs = runs;
    this.#readFact = factReader(options);
    this.#printer = printer;
    this.#progress = progress;
  }

  /** Whether anything could be read: a document, and of documents that were refused in part, a span. */
  get hasRead(): boolean {
    return this.#hasSpan || (this.#hasDocument && this.#printer.refused === 0);
  }

  /** Parts of documents that were refused, and with them spans of which nothing is known. */
  get refusedSpans(): number {
    return this.#refusedSpans;
  }

  take(file: string, { line, value }: InputDocument): void {
    const printer = this.#printer;
    this.#hasDocument = true;
    const { spans, refused, refusedBeyond } = readOtlpJson(value);
    this.#refusedSpans += refused.length + refusedBeyond;
    for (const { position, message } of refused) printer.refuse({ file, line, position }, message);
    if (refusedBeyond > 0) printer.refuse({ file, line }, `and ${refusedBeyond} more in this document`);
    for (const span of spans) {
      this.#hasSpan = true;
      const reading = this.#readFact(span);
      this.#runs.add(reading.fact, span.endTimeUnixNano);
      const position = `trace ${span.traceId} span ${span.spanId}`;
      for (const message of reading.refused) printer.refuse({ file, line, position }, message);
    }
    this.#progress.took(spans.length, this.#runs.openRuns);
  }
}
