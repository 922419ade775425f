import { CLASSIFIERS } from '../classify/registry.ts';
import type { Baseline } from '../gate/baseline.ts';
import type { DeclaredSurface } from '../gate/declared-surface.ts';
import type { PlacedIssue } from '../schema/declared-issues.ts';
import { readBaseline, readDeclaredSurface, type WrittenReading } from '../schema/declared-reading.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer, RefusalPlace } from './printer.ts';
import { readWholeText } from './read-whole-text.ts';

/** A document that a person wrote, as it was read. */
export type Written<Document> = Extract<WrittenReading<Document>, { readonly document: unknown }>;

/** Reads `--declared`; everything that is wrong is refused on the printer, and then there is none. */
export function readDeclaredFile(path: string, io: CommandIo, printer: Printer) {
  const read = (text: string): WrittenReading<DeclaredSurface> => readDeclaredSurface(text, CLASSIFIERS);
  return readWrittenFile('--declared', path, read, io, printer);
}

/** Reads `--baseline`, likewise. */
export function readBaselineFile(path: string, io: CommandIo, printer: Printer) {
  return readWrittenFile(
    '--baseline',
    path,
    (text): WrittenReading<Baseline> => readBaseline(text),
    io,
    printer,
  );
}

async function readWrittenFile<Document>(
  option: string,
  path: string,
  read: (text: string) => WrittenReading<Document>,
  io: CommandIo,
  printer: Printer,
): Promise<Written<Document> | undefined> {
  if (path === '-') {
    printer.fail(`Expected \`${option}\` to be a file, got -; only what was observed is read from stdin`);
    return undefined;
  }
  const text = await readWholeText(path, io, printer);
  if (text === undefined) return undefined;
  const reading = read(text);
  if ('document' in reading) {
    for (const warning of reading.warnings) printer.note(warning.message, placeIn(path, warning));
    return reading;
  }
  for (const error of reading.errors) printer.refuse(placeIn(path, error), error.message);
  printer.endRefusals();
  printer.fail(`Expected \`${option}\` to be valid, got errors; nothing was judged`);
  return undefined;
}

/** Where an issue stands: `file:line:column: path`. */
export function placeIn(file: string, { line, column, path }: PlacedIssue): RefusalPlace {
  const isPlaced = line !== undefined && column !== undefined;
  return { file, ...(isPlaced && { line, column }), position: path };
}
