import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { InputError } from './input-error.ts';
import { unpacked } from './unpacked.ts';
import { unreadable } from './unreadable.ts';

/**
 * The text of a file, or of stdin for `-`, in pieces; gzip and Zstandard are recognised by their content. Holds one
 * piece at a time. Bytes that are no UTF-8 become U+FFFD.
 *
 * @throws {InputError} after what could be read: a gzip file that is cut gives its text up to the cut first.
 */
export function readText(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  return textOf(unpacked(bytesOf(path, stdin)));
}

/** The bytes of a file, or of stdin for `-`, as they are. @throws {InputError} */
export function bytesOf(path: string, stdin: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return path === '-' ? stdin : fileBytes(path);
}

/** Bytes as text. @throws {InputError} where they are none. */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Several times as fast as a TextDecoder that is given a stream.
  const decoder = new StringDecoder('utf8');
  for await (const chunk of textBytes(bytes)) yield decoder.write(chunk);
  yield decoder.end();
}

/** Bytes of text, without a byte order mark. @throws {InputError} where they are none. */
export async function* textBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  try {
    for await (const chunk of bytes) {
      if (head === undefined) {
        yield chunk;
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < MARK.length) continue;
      yield beginOf(head);
      head = undefined;
    }
  } catch (error) {
    // What came before is text all the same.
    if (head !== undefined) yield beginOf(head);
    throw error;
  }
  if (head !== undefined) yield beginOf(head);
}

const MARK = Buffer.from('\uFEFF');

function beginOf(head: Uint8Array): Uint8Array {
  if (isBinary(head)) {
    throw new InputError('not_text', 'Expected JSON text, got binary data; convert UTF-16 to UTF-8');
  }
  return MARK.equals(head.subarray(0, MARK.length)) ? head.subarray(MARK.length) : head;
}

/** What is read of a file at once, in bytes: several lines of an exporter, so that few are in two pieces. */
const PIECE = 1024 * 1024;

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: PIECE });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Text has no NUL; UTF-16 and nearly everything else has. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1024).includes(0);
}
