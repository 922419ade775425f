import { JsonDocuments } from '../span/otlp/json-documents.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { InputError, readText } from './read-text.ts';

/** One JSON document of an input and the line (from 1) on which it begins. */
export interface InputDocument {
  readonly line: number;
  readonly value: unknown;
}

export interface ReadOptions {
  /** Longest document, in UTF-16 units; the limit of OTLP where absent. */
  readonly maxLength?: number | undefined;
  /** Told of the bytes of each piece of text, before its documents come. */
  readonly onBytes?: ((count: number) => void) | undefined;
}

/**
 * The JSON documents of a file or of stdin (`-`), one at a time; what cannot be read, or is longer than the limit, is
 * refused on the printer and reading goes on. Never throws on what an input holds.
 */
export async function* readDocuments(
  path: string,
  io: CommandIo,
  printer: Printer,
  { maxLength, onBytes }: ReadOptions = {},
): AsyncGenerator<InputDocument> {
  const documents = new JsonDocuments(maxLength);
  const file = shownName(path);
  let failure: unknown;
  try {
    for await (const text of readText(path, io.stdin)) {
      onBytes?.(Buffer.byteLength(text));
      for (const document of documents.push(text)) {
        if ('value' in document) yield document;
        else printer.refuse({ file, ...document }, document.refused.message);
      }
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    failure = error;
  }
  for (const document of documents.end()) {
    if ('value' in document) yield document;
    else printer.refuse({ file, ...document }, document.refused.message);
  }
  if (failure instanceof InputError) printer.refuse({ file }, failure.message);
}

/** How messages name an input. */
export function shownName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}
