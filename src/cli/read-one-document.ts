import { constants } from 'node:buffer';
import type { CommandIo } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readDocuments } from './read-documents.ts';

/** The one JSON document of a file, or why there is none. */
export type OneDocument = { readonly value: unknown } | { readonly problem: string };

/** Reads a file that holds one document. Nothing is printed. */
export async function readOneDocument(path: string, io: CommandIo, printer: Printer): Promise<OneDocument> {
  const values: unknown[] = [];
  let problem: string | undefined;
  const onRefused = ({ message }: { readonly message: string }) => {
    problem ??= message;
  };
  const options = { maxLength: constants.MAX_STRING_LENGTH, onRefused };
  for await (const { value } of readDocuments(path, io, printer, options)) values.push(value);
  if (problem !== undefined) return { problem };
  if (values.length === 1) return { value: values[0] };
  return { problem: `Expected one JSON document, got ${values.length === 0 ? 'an empty file' : 'several'}` };
}
