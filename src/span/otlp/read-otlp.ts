import type { OtlpErrorCode } from './otlp-error.ts';
import { readOtlpJson } from './read-otlp-json.ts';
import { type OtlpSignal, readOtlpProtobuf } from './read-otlp-protobuf.ts';
import type { OtlpReadResult } from './read-result.ts';

/** How a body is to be read. */
export interface OtlpBody {
  /** What it holds. JSON says that itself, and both are read from it whatever stands here. */
  readonly signal: OtlpSignal;
  readonly encoding: 'json' | 'protobuf';
}

/** Says that a body as a whole is none: `invalid_json`, `invalid_protobuf` or `truncated`. Quotes nothing of it. */
export class OtlpBodyError extends Error {
  override readonly name = 'OtlpBodyError';
  readonly code: OtlpErrorCode;
  /** Where reading ended; empty for JSON. */
  readonly position: string;
  /** What came before that, whole. Evidence is a set: to take it, and all of it again later, is one. */
  readonly before: OtlpReadResult;

  constructor(code: OtlpErrorCode, position: string, message: string, before: OtlpReadResult) {
    super(message);
    this.code = code;
    this.position = position;
    this.before = before;
  }
}

/** Without a byte order mark; bytes that are no UTF-8 become U+FFFD. */
const UTF8 = new TextDecoder('utf-8');

/**
 * Reads one OTLP/HTTP body (uncompressed) or one message of a file. What of it cannot be read is refused with its
 * position and the rest survives. How long a body may be is for the caller to bound: what spans hold takes a small
 * multiple of it, and what is made for this (a span of empty events alone) some thirty times as much, in JSON too.
 *
 * @throws {OtlpBodyError} where the body as a whole cannot be decoded.
 */
export function readOtlp(body: Uint8Array, { signal, encoding }: OtlpBody): OtlpReadResult {
  if (encoding === 'json') return readOtlpJson(parsed(body));
  const read = readOtlpProtobuf(body, signal);
  if (read.broken === undefined) return read;
  const { broken, ...before } = read;
  throw new OtlpBodyError(broken.code, broken.position, broken.message, before);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    // Never the parser's message: it quotes.
    const message = 'Expected an OTLP/JSON body, got text that is not JSON; check the content type';
    throw new OtlpBodyError('invalid_json', '', message, NOTHING);
  }
}

const NOTHING: OtlpReadResult = {
  spans: [],
  logEvents: [],
  skippedLogRecords: 0,
  refused: [],
  refusedBeyond: 0,
};
