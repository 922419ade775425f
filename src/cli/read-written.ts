import type { RuleSet } from '../classify/rule-set.ts';
import type { Baseline } from '../gate/baseline.ts';
import type { DeclaredSurface } from '../gate/declared-surface.ts';
import type { PlacedIssue } from '../schema/declared-issues.ts';
import { readBaseline, readDeclaredSurface, type WrittenReading } from '../schema/declared-reading.ts';
import { readText } from '../schema/declared-text.ts';
import type { CommandIo } from './command-io.ts';
import type { Printer, RefusalPlace } from './printer.ts';
import { readWholeText } from './read-whole-text.ts';

/** A document that a person wrote, as it was read. */
export type Written<Document> = Extract<WrittenReading<Document>, { readonly document: unknown }>;

/** Reads `--declared`; everything that is wrong is refused on the printer, and then there is none. */
export function readDeclaredFile(path: string, { rules }: RuleSet, io: CommandIo, printer: Printer) {
  const read = (text: string): WrittenReading<DeclaredSurface> => readDeclaredSurface(text, rules);
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
  if (path === '-' || path === '') {
    const found = path === '' ? 'an empty name' : '-; only what was observed is read from stdin';
    printer.fail(`Expected \`${option}\` to be a file, got ${found}`);
    return undefined;
  }
  const text = await readWholeText(path, io, printer);
  if (text === undefined) return undefined;
  if (isYamlAlone(path, text)) {
    printer.refuse({ file: path }, YAML_ALONE);
    printer.fail(`Expected \`${option}\` to be valid, got errors; nothing was judged`);
    return undefined;
  }
  const reading = read(text);
  for (const warning of reading.warnings) printer.note(warning.message, placeIn(path, warning));
  if ('document' in reading) return reading;
  for (const error of reading.errors) printer.refuse(placeIn(path, error), error.message);
  printer.endRefusals();
  printer.fail(`Expected \`${option}\` to be valid, got errors; nothing was judged`);
  return undefined;
}

/** What is called JSON and is none; every reader of such a file says so, whatever YAML would make of it. */
function isYamlAlone(path: string, text: string): boolean {
  if (!/\.json$/i.test(path) || 'problems' in readText(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

const YAML_ALONE =
  'Expected JSON, as the name of the file says, got text that is YAML alone (a comment, a comma after the last value, quotes that are left out); mend it, or call it .yaml';

/** Where an issue stands: `file:line:column: path`. */
export function placeIn(file: string, { line, column, path }: PlacedIssue): RefusalPlace {
  const isPlaced = line !== undefined && column !== undefined;
  return { file, ...(isPlaced && { line, column }), position: path };
}
