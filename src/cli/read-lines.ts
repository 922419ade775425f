import { StringDecoder } from 'node:string_decoder';
import { type JsonDocument, JsonDocuments } from '../span/otlp/json-documents.ts';
import type { OtlpReadResult } from '../span/otlp/read-result.ts';
import { InputError } from './input-error.ts';
import type { InputDocument, Refusal } from './read-documents.ts';
import { textBytes } from './read-text.ts';

/** A line that was read as it is, and which it is (from 1). */
export interface ReadLine {
  readonly line: number;
  readonly read: OtlpReadResult;
}

/** Reads a line that is a document in its usual form; `undefined` for any other. */
export type LineReader = (line: Uint8Array) => OtlpReadResult | undefined;

const LINE_FEED = 0x0a;

/** A line longer than this is no document; it goes the way on which that is told. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The JSON documents in bytes that come in pieces: lines that `readLine` reads, and whatever else they are made of, one
 * document over many lines too. Never throws on what they hold.
 */
export async function* linesIn(
  bytes: AsyncIterable<Uint8Array>,
  refuse: (refusal: Refusal) => void,
  readLine: LineReader,
): AsyncGenerator<InputDocument | ReadLine> {
  const documents = new JsonDocuments();
  let rest = new RestOfLine(documents);
  let failure: unknown;
  const told = function* (found: Iterable<JsonDocument>): Generator<InputDocument> {
    for (const document of found) {
      if ('value' in document) yield document;
      else refuse({ line: document.line, lastLine: document.lastLine, message: document.refused.message });
    }
  };
  try {
    for await (const piece of textBytes(bytes)) {
      let from = 0;
      for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
        yield* told(rest.push(piece.subarray(from, end)));
        from = end + 1;
        const line = rest.whole;
        const read = line === undefined || documents.isInside ? undefined : readLine(line);
        if (read === undefined) yield* told(rest.end('\n'));
        else yield { line: documents.passLine(), read };
        rest = new RestOfLine(documents);
      }
      yield* told(rest.push(piece.subarray(from)));
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    failure = error;
  }
  yield* told(rest.end(''));
  yield* told(documents.end());
  if (failure instanceof InputError) refuse({ message: failure.message });
}

/** A line while it comes: its bytes, and once they are too many for a document, text that is passed on. */
class RestOfLine {
  readonly #documents: JsonDocuments;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #decoder: StringDecoder | undefined;

  constructor(documents: JsonDocuments) {
    this.#documents = documents;
  }

  /** All of it, where it is not too long. */
  get whole(): Uint8Array | undefined {
    if (this.#decoder !== undefined) return undefined;
    const [first, ...more] = this.#pieces;
    return first === undefined || more.length === 0 ? first : Buffer.concat(this.#pieces);
  }

  *push(piece: Uint8Array): Generator<JsonDocument> {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > LONGEST_LINE) yield* this.#passOn();
  }

  /** The line as text, and what ends it. */
  *end(text: string): Generator<JsonDocument> {
    yield* this.#passOn();
    yield* this.#documents.push((this.#decoder?.end() ?? '') + text);
  }

  *#passOn(): Generator<JsonDocument> {
    this.#decoder ??= new StringDecoder('utf8');
    for (const piece of this.#pieces) yield* this.#documents.push(this.#decoder.write(piece));
    this.#pieces = [];
  }
}
