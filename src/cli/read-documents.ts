import { type JsonDocument, JsonDocuments } from '../span/otlp/json-documents.ts';
import type { CommandIo } from './command-io.ts';
import { InputError } from './input-error.ts';
import type { Printer, RefusalPlace } from './printer.ts';
import { readText } from './read-text.ts';

/** One JSON document of an input and the line (from 1) on which it begins. */
export interface InputDocument {
  readonly line: number;
  readonly value: unknown;
}

export interface ReadOptions {
  /** Longest document, in UTF-16 units; the limit of OTLP where absent. */
  readonly maxLength?: number | undefined;
  /** Told of what is refused, in place of the printer. */
  readonly onRefused?: ((refusal: Refusal) => void) | undefined;
}

/** What of an input could not be read, and where. */
export interface Refusal extends Omit<RefusalPlace, 'file'> {
  readonly message: string;
}

/**
 * The JSON documents of a file or of stdin (`-`), one at a time; what cannot be read, or is longer than the limit, is
 * refused and reading goes on. Never throws on what an input holds.
 */
export function readDocuments(
  path: string,
  io: CommandIo,
  printer: Printer,
  { maxLength, onRefused }: ReadOptions = {},
): AsyncGenerator<InputDocument> {
  const file = shownName(path);
  const refuse =
    onRefused ?? (({ message, ...place }: Refusal) => printer.refuse({ file, ...place }, message));
  return documentsIn(readText(path, io.stdin), refuse, maxLength);
}

/** The JSON documents in a text that comes in pieces. Never throws on what it holds. */
async function* documentsIn(
  text: AsyncIterable<string>,
  refuse: (refusal: Refusal) => void,
  maxLength?: number,
): AsyncGenerator<InputDocument> {
  const documents = new JsonDocuments(maxLength);
  const refuseDocument = ({ line, lastLine, refused }: RefusedDocument) =>
    refuse({ line, lastLine, message: refused.message });
  let failure: unknown;
  try {
    for await (const piece of text) {
      for (const document of documents.push(piece)) {
        if ('value' in document) yield document;
        else refuseDocument(document);
      }
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    failure = error;
  }
  for (const document of documents.end()) {
    if ('value' in document) yield document;
    else refuseDocument(document);
  }
  if (failure instanceof InputError) refuse({ message: failure.message });
}

type RefusedDocument = Extract<JsonDocument, { readonly refused: unknown }>;

/** How messages name an input. */
export function shownName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}
