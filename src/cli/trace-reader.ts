import type { Settings } from '../config.ts';
import type { ReadSpan } from '../run/fact-of-span.ts';
import { wantedForFacts } from '../run/wanted-for-facts.ts';
import { OtlpBytes } from '../span/otlp/json-bytes/read-otlp-bytes.ts';
import { readOtlpJson } from '../span/otlp/read-otlp-json.ts';
import { readOtlpProtobuf } from '../span/otlp/read-otlp-protobuf.ts';
import type { OtlpReadResult } from '../span/otlp/read-result.ts';
import { signalOf } from '../span/otlp/signal-of.ts';
import type { Wanted } from '../span/otlp/wanted.ts';
import type { LogEventView } from '../span/view.ts';
import type { FollowedInput } from './followed-input.ts';
import type { Printer, RefusalPlace } from './printer.ts';
import type { ProgressLine } from './progress.ts';
import { factReader } from './read-fact.ts';
import type { LineReader } from './read-lines.ts';
import { logFactReader } from './read-log-fact.ts';
import type { Rules } from './read-rules.ts';
import { messagePlace, type TelemetryDocument } from './read-telemetry.ts';

export interface TraceReaderOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string | undefined;
  /** Default the built-in ones, for every server. */
  readonly rules?: Rules | undefined;
}

/** Reads spans, and events that came as log records, into runs; what of them is refused is told on the printer. */
export class TraceReader {
  /** For the telemetry that is taken: of lines that it reads no more is read than facts are made of. */
  readonly readLine: LineReader;
  readonly #wanted: Wanted;
  readonly #runs: FollowedInput;
  readonly #readFact: ReturnType<typeof factReader>;
  readonly #readLogFact: ReturnType<typeof logFactReader>;
  readonly #printer: Printer;
  readonly #progress: ProgressLine;
  #hasDocument = false;
  #hasEvidence = false;
  #refusedSpans = 0;

  constructor(runs: FollowedInput, options: TraceReaderOptions, printer: Printer, progress: ProgressLine) {
    this.#runs = runs;
    this.#wanted = wantedForFacts(options.runKey);
    const bytes = new OtlpBytes(this.#wanted);
    this.readLine = (line) => bytes.read(line);
    this.#readFact = factReader(options);
    this.#readLogFact = logFactReader(options);
    this.#printer = printer;
    this.#progress = progress;
  }

  /** Whether anything could be read: a document, and of documents that were refused in part, a span or an event. */
  get hasRead(): boolean {
    return this.#hasEvidence || (this.#hasDocument && this.#printer.refused === 0);
  }

  /** Parts of documents that were refused, and with them spans of which nothing is known. */
  get refusedSpans(): number {
    return this.#refusedSpans;
  }

  take(file: string, document: TelemetryDocument): void {
    const place: RefusalPlace = 'line' in document ? { file, line: document.line } : { file };
    this.#hasDocument = true;
    const read = readDocument(document, this.#wanted);
    const { spans, logEvents } = read;
    this.#refusedSpans += tellRefused(file, document, read, this.#printer);
    for (const span of spans) this.#take(span, this.#readFact(span), span.endTimeUnixNano, place);
    for (const event of logEvents) this.takeLogEvent(event, place);
    this.#progress.took(spans.length, this.#runs.openRuns);
  }

  /** An event about a span that came as a log record. */
  takeLogEvent(event: LogEventView, place: RefusalPlace): void {
    this.#take(event, this.#readLogFact(event), event.event.timeUnixNano, place);
  }

  #take(
    { traceId, spanId }: { readonly traceId: string; readonly spanId: string },
    { fact, refused }: ReadSpan,
    time: string,
    place: RefusalPlace,
  ): void {
    this.#hasEvidence = true;
    this.#runs.add(fact, time);
    const position = `trace ${traceId} span ${spanId}`;
    for (const message of refused) this.#printer.refuse({ ...place, position }, message);
  }
}

/** Tells on the printer what of a document was refused, and gives how many parts of it were. */
export function tellRefused(
  file: string,
  document: TelemetryDocument,
  { refused, refusedBeyond, broken }: OtlpReadResult,
  printer: Printer,
): number {
  const place: RefusalPlace = 'line' in document ? { file, line: document.line } : { file };
  const within = 'message' in document ? `${messagePlace(document.message)}: ` : '';
  const isTold = 'isCut' in document && document.isCut;
  const all = broken === undefined || isTold ? refused : [...refused, broken];
  for (const { position, message } of all) {
    printer.refuse({ ...place, position: `${within}${position}` }, message);
  }
  if (refusedBeyond > 0) printer.refuse(place, `${within}and ${refusedBeyond} more in this document`);
  return all.length + refusedBeyond;
}

/** What a document of an input holds that is ours to read; of spans in protobuf what is wanted, by default all. */
export function readDocument(document: TelemetryDocument, wanted?: Wanted): OtlpReadResult {
  if ('read' in document) return document.read;
  if ('value' in document) return readOtlpJson(document.value);
  const signal = signalOf(document.bytes);
  return signal === 'other' ? NOTHING : readOtlpProtobuf(document.bytes, signal ?? 'traces', wanted);
}

/** Metrics and profiles may share a file with what is ours. */
const NOTHING: OtlpReadResult = {
  spans: [],
  logEvents: [],
  skippedLogRecords: 0,
  refused: [],
  refusedBeyond: 0,
};
