import { JsonOutline } from './json-outline.ts';
import { OtlpError } from './otlp-error.ts';

/** Longest document, in UTF-16 code units: the OTLP specification's recommended limit for a request body. */
const MAX_DOCUMENT_LENGTH = 64 * 1024 * 1024;

/** One document of a text, or why the lines from `line` to `lastLine` (from 1) are none. */
export type JsonDocument =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly lastLine: number; readonly refused: OtlpError };

/** A document that is still open at the end of a line. */
interface Pending {
  readonly line: number;
  readonly opening: string | undefined;
  readonly outline: JsonOutline;
  readonly lines: string[];
  length: number;
}

/**
 * Takes a text apart into JSON documents: one document, JSON lines, or documents spread over many lines.
 * Text comes in pieces of any size and only the document in hand is kept. A line that is no document is
 * refused and reading goes on at the next; where a spread document breaks, at the next line that begins one.
 */
export class JsonDocuments {
  readonly #maxLength: number;
  #pieces: string[] = [];
  #length = 0;
  #line = 0;
  #pending: Pending | undefined;
  /** First line and reason of a broken spread document whose remaining lines are passed over. */
  #broken: { readonly line: number; readonly refused: OtlpError } | undefined;

  constructor(maxLength: number = MAX_DOCUMENT_LENGTH) {
    this.#maxLength = maxLength;
  }

  /** Whether a line that comes now may belong to what came before. */
  get isInside(): boolean {
    return this.#pending !== undefined || this.#broken !== undefined || this.#length > 0;
  }

  /** A line was read by someone else, where nothing is open. Gives its number. */
  passLine(): number {
    this.#line += 1;
    return this.#line;
  }

  *push(text: string): Generator<JsonDocument> {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#keep(text.slice(from, end));
      from = end + 1;
      yield* this.#endLine();
    }
    this.#keep(text.slice(from));
  }

  /** Call once, after the last piece. */
  *end(): Generator<JsonDocument> {
    if (this.#length > 0) yield* this.#endLine(true);
    if (this.#pending !== undefined) this.#break(refusal('truncated'));
    yield* this.#endBroken(this.#line);
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#maxLength) this.#pieces = [];
    else if (piece !== '') this.#pieces.push(piece);
  }

  *#endLine(atEnd = false): Generator<JsonDocument> {
    const isTooLong = this.#length > this.#maxLength;
    const line = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#line += 1;
    if (isTooLong) yield* this.#refuseLine(tooLarge(this.#maxLength));
    else if (line.trim() !== '') yield* this.#take(line, atEnd);
  }

  *#take(line: string, atEnd: boolean): Generator<JsonDocument> {
    if (this.#pending !== undefined && beginsAnother(this.#pending, line)) this.#break(refusal('truncated'));
    if (this.#broken !== undefined) {
      if (!/^[{[]/.test(line)) return;
      yield* this.#endBroken(this.#line - 1);
    }
    if (this.#pending === undefined) yield* this.#begin(line, atEnd);
    else yield* this.#continue(this.#pending, line);
  }

  *#begin(line: string, atEnd: boolean): Generator<JsonDocument> {
    const value = parse(line);
    if (value !== undefined) {
      yield { line: this.#line, value };
      return;
    }
    const outline = new JsonOutline();
    const state = outline.follow(line);
    if (state === 'open') {
      const opening = openingOf(line);
      this.#pending = { line: this.#line, opening, outline, lines: [line], length: line.length };
    } else {
      const isCut = atEnd && state === 'broken' && /^\s*\{/.test(line);
      yield* this.#refuseLine(refusal(isCut ? 'truncated' : 'invalid_json'));
    }
  }

  *#continue(pending: Pending, line: string): Generator<JsonDocument> {
    const state = pending.outline.follow(line);
    pending.lines.push(line);
    pending.length += line.length + 1;
    if (pending.length > this.#maxLength) this.#break(tooLarge(this.#maxLength));
    else if (state === 'broken') this.#break(refusal('invalid_json'));
    else if (state === 'closed') {
      this.#pending = undefined;
      const value = parse(pending.lines.join('\n'));
      if (value !== undefined) yield { line: pending.line, value };
      else yield { line: pending.line, lastLine: this.#line, refused: refusal('invalid_json') };
    }
  }

  /** Gives up the document in hand; its refusal is told when it is known which lines it took. */
  #break(refused: OtlpError): void {
    this.#broken = { line: this.#pending?.line ?? this.#line, refused };
    this.#pending = undefined;
  }

  *#endBroken(lastLine: number): Generator<JsonDocument> {
    if (this.#broken !== undefined) yield { ...this.#broken, lastLine };
    this.#broken = undefined;
  }

  *#refuseLine(refused: OtlpError): Generator<JsonDocument> {
    if (this.#pending !== undefined) this.#break(refused);
    else yield { line: this.#line, lastLine: this.#line, refused };
  }
}

/**
 * Whether `line` begins a new document although the one in hand is open: a writer that died in the middle of
 * a document leaves this. True where no object can stand here, and where the line begins at the margin as the
 * document in hand began (with the same first key, or alone at the margin of an indented document).
 */
function beginsAnother({ outline, opening, lines }: Pending, line: string): boolean {
  if (!line.startsWith('{')) return false;
  if (!outline.admitsObject) return true;
  if (openingOf(line) !== opening) return false;
  return opening !== undefined || /^\s/.test(lines[1] ?? '');
}

/** Length of a first key that tells documents apart; the pattern's depth grows with what it reads. */
const LONGEST_OPENING = 1024;

/** The first key of a document that begins at the margin; `undefined` where it stands on a later line. */
function openingOf(line: string): string | undefined {
  return /^\{\s*("(?:[^"\\]|\\.)*")/.exec(line.slice(0, LONGEST_OPENING))?.[1];
}

/** `undefined` is no JSON value, so it can say that the text is none. Never keeps the parser's message: it quotes. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const REFUSALS = {
  invalid_json: 'Expected a JSON document, got text that is not JSON; remove or repair these lines',
  truncated: 'Expected a whole JSON document, but it ends too early; the file was cut here, export it again',
} as const;

function refusal(code: keyof typeof REFUSALS): OtlpError {
  return new OtlpError(code, '', '', REFUSALS[code]);
}

function tooLarge(limit: number): OtlpError {
  const message = `Expected at most ${Math.floor(limit / 1024 / 1024)} MiB per document; export smaller batches, one document per line`;
  return new OtlpError('document_too_large', '', '', message);
}
