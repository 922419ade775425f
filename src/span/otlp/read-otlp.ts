import type { OtlpErrorCode } from './otlp-error.ts';
import { readOtlpJson } from './read-otlp-json.ts';
import { type OtlpSignal, readOtlpProtobuf } from './read-otlp-protobuf.ts';
import type { OtlpReadResult } from './read-result.ts';
import { isObject } from './scalars.ts';

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
  const text = UTF8.decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Never the parser's message: it quotes.
    const message = 'Expected an OTLP/JSON body, got text that is not JSON; check the content type';
    throw new OtlpBodyError('invalid_json', '', message, NOTHING);
  }
  const twice = listTwice(text, [value], LISTS);
  if (twice === undefined) return value;
  const message = `Expected one \`${twice}\` in each object, got a second one, which would take the place of the first; unite them`;
  throw new OtlpBodyError('invalid_json', '', message, NOTHING);
}

/** Lists of an OTLP document, each with those that stand in its elements. */
const LISTS = {
  resourceSpans: { scopeSpans: { spans: {} } },
  resourceLogs: { scopeLogs: { logRecords: {} } },
};

interface Nested {
  readonly [list: string]: Nested;
}

/**
 * A list of the envelope that stands twice in one object: a parser keeps the last and says nothing, and what was in the
 * first would be acknowledged and lost. Counted in the text; within a string a quote is escaped, so none is counted there.
 */
function listTwice(text: string, holders: readonly unknown[], lists: Nested): string | undefined {
  for (const [name, within] of Object.entries(lists)) {
    const found = holders.flatMap((holder) =>
      isObject(holder) && Object.hasOwn(holder, name) ? [holder[name]] : [],
    );
    const occurrences = text.match(new RegExp(`"${name}"\\s*:`, 'g'))?.length ?? 0;
    if (occurrences > found.length) return name;
    const elements = found.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
    const twice = listTwice(text, elements, within);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

const NOTHING: OtlpReadResult = {
  spans: [],
  logEvents: [],
  skippedLogRecords: 0,
  refused: [],
  refusedBeyond: 0,
};
