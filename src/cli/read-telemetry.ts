import { ByteInput } from './byte-input.ts';
import type { CommandIo } from './command-io.ts';
import { type FramedMessage, framedMessages, MAX_MESSAGE_LENGTH } from './framed-messages.ts';
import { InputError } from './input-error.ts';
import type { InputDocument, Refusal } from './read-documents.ts';
import { type LineReader, linesIn, type ReadLine } from './read-lines.ts';
import { bytesOf } from './read-text.ts';
import { AMBIGUOUS, FORMAT_HEAD, formatOf, LONG_FORMAT_HEAD } from './telemetry-format.ts';
import { unpacked, unpackedZstd } from './unpacked.ts';
import { isZstd } from './unzstd.ts';

/** An OTLP protobuf message of an input and which it is (from 1). */
export interface InputMessage {
  readonly message: number;
  readonly bytes: Uint8Array;
  /** It ends too early, and that has been told. */
  readonly isCut: boolean;
}

/** A JSON document in a message of its own. */
interface MessageDocument {
  readonly message: number;
  readonly value: unknown;
}

/** What an input of traces and logs is made of. */
export type TelemetryDocument = InputDocument | ReadLine | InputMessage | MessageDocument;

export interface TelemetryOptions {
  readonly refuse: (refusal: Refusal) => void;
  /** Told of the bytes of the input, as they are stored, before their documents come. */
  readonly onBytes?: ((count: number) => void) | undefined;
  /** Reads lines that are documents, where whoever takes them needs no more than it gives. */
  readonly readLine?: LineReader | undefined;
}

/**
 * The OTLP documents of a file or of stdin (`-`), one at a time: JSON or protobuf, as the Collector's file exporter
 * writes them, compressed or not. What they are is told by the bytes. Never throws on what an input holds.
 */
export function readTelemetry(
  path: string,
  { stdin }: CommandIo,
  options: TelemetryOptions,
): AsyncGenerator<TelemetryDocument> {
  return telemetryIn(bytesOf(path, stdin), options);
}

/** The OTLP documents in bytes. Never throws on what they hold. */
export async function* telemetryIn(
  bytes: AsyncIterable<Uint8Array>,
  { refuse, onBytes, readLine = asDocument }: TelemetryOptions,
): AsyncGenerator<TelemetryDocument> {
  const input = new ByteInput(unpacked(counted(bytes, onBytes)));
  try {
    let head = await input.atLeast(FORMAT_HEAD);
    if (head[0] === AMBIGUOUS && head.length < LONG_FORMAT_HEAD) {
      head = Buffer.concat([head, await input.upTo(LONG_FORMAT_HEAD - head.length)]);
    }
    const format = formatOf(head);
    const whole = input.after(head);
    if (format === 'text') yield* linesIn(whole, refuse, readLine);
    else if (format === 'framed') yield* messagesIn(framedMessages(new ByteInput(whole)), refuse);
    else yield* messagesIn(onlyMessage(new ByteInput(whole)), refuse);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    refuse({ message: error.message });
  }
}

function asDocument(): undefined {}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  onBytes: ((count: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

/** An input that is one message, as an OTLP/HTTP body is. */
async function* onlyMessage(input: ByteInput): AsyncGenerator<FramedMessage> {
  const bytes = await input.upTo(MAX_MESSAGE_LENGTH + 1);
  const isTooLarge = bytes.length > MAX_MESSAGE_LENGTH;
  yield { message: 1, bytes, ...(isTooLarge && { fault: 'too_large' }) };
}

async function* messagesIn(
  messages: AsyncIterable<FramedMessage>,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<TelemetryDocument> {
  for await (const { message, bytes, fault } of messages) {
    const position = messagePlace(message);
    if (fault !== undefined) refuse({ position, message: FAULTS[fault] });
    if (fault === 'too_large' || fault === 'zeros') continue;
    try {
      const content = isZstd(bytes) ? await unpackedMessage(bytes) : bytes;
      if (content[0] !== OPEN_BRACE) yield { message, bytes: content, isCut: fault !== undefined };
      else if (fault === undefined) yield { message, value: parsed(content) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // A cut one has been told of.
      if (fault === undefined) refuse({ position, message: error.message });
      if (error.code === 'no_zstd') return;
    }
  }
}

/** How messages name a message of an input. */
export function messagePlace(message: number): string {
  return `message ${message}`;
}

const OPEN_BRACE = 0x7b;

async function unpackedMessage(bytes: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of unpackedZstd(only(bytes))) {
    length += piece.length;
    if (length > MAX_MESSAGE_LENGTH) throw new InputError('too_large', FAULTS.too_large);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new InputError('not_text', 'Expected a JSON document, got text that is not JSON; export it again');
  }
}

const FAULTS = {
  truncated: 'Expected a whole message, but the file ends in it; it was cut here, export it again',
  zeros:
    'Expected a message, got zeros, as a machine leaves them that failed while it wrote; what was lost there is not known',
  too_large: `Expected at most ${MAX_MESSAGE_LENGTH / 1024 / 1024} MiB per message; export smaller batches, and check that the file is one of the OTLP file exporter`,
} as const;
