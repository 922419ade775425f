import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { BrokenGzip, gunzipped } from './gunzip.ts';

/** Why an input could not be read. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: 'not_readable' | 'not_text' | 'broken_gzip';
  constructor(code: InputError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The text of a file, or of stdin for `-`, in pieces; gzip is recognised by its content. Holds one piece at a
 * time. Bytes that are no UTF-8 become U+FFFD.
 *
 * @throws {InputError} after what could be read: a gzip file that is cut gives its text up to the cut first.
 */
export async function* readText(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const bytes = path === '-' ? stdin : fileBytes(path);
  // Several times as fast as a TextDecoder that is given a stream.
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  let isStart = true;
  for await (const chunk of unzipped(bytes)) {
    if (isFirst && isBinary(chunk)) {
      const mend =
        'of the OTLP file exporter, read files with `format: json` and without `compression`; convert UTF-16 to UTF-8';
      throw new InputError('not_text', `Expected JSON text, got binary data; ${mend}`);
    }
    isFirst = false;
    const text = decoder.write(chunk);
    yield isStart ? withoutMark(text) : text;
    isStart &&= text === '';
  }
  yield decoder.end();
}

/** Text that begins with a byte order mark, without it. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw new InputError('not_readable', unreadable((error as NodeJS.ErrnoException).code));
  }
}

function unreadable(code: string | undefined): string {
  if (code === 'ENOENT') return 'Expected a file, got nothing there; check the path';
  if (code === 'EISDIR') return 'Expected a file, got a directory; name the files in it';
  if (code === 'EACCES' || code === 'EPERM') return 'Expected a file that may be read; check its permissions';
  return `Expected a file that can be read; the system says ${code ?? 'no more'}`;
}

async function* unzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head: Uint8Array[] = [];
  const chunks = bytes[Symbol.asyncIterator]();
  let length = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head.push(next.value);
    length += next.value.length;
    if (length >= 2) break;
  }
  const whole = resumed(Buffer.concat(head), chunks);
  yield* isGzip(Buffer.concat(head)) ? inflated(whole) : whole;
}

async function* resumed(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** RFC 1952, section 2.3.1. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** With what breaks it told in our words. */
async function* inflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzipped(bytes);
  } catch (error) {
    if (!(error instanceof BrokenGzip)) throw error;
    throw new InputError(
      'broken_gzip',
      'Expected whole gzip data, got data that is cut or damaged; fetch the file again',
    );
  }
}

/** Text has no NUL; protobuf with its length prefix, UTF-16 and nearly everything else has. Zstandard says so. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1024).includes(0) || Buffer.from(bytes.subarray(0, 4)).equals(ZSTANDARD);
}

const ZSTANDARD = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);
