import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SURFACE_SCHEMA } from '../decision/record.ts';
import { isRunLine } from '../schema/observed-reading.ts';
import { fieldsOf } from '../schema/refinement.ts';
import type { CommandIo } from './command-io.ts';
import { areFiles } from './files-of.ts';
import type { Printer } from './printer.ts';
import { readDocuments } from './read-documents.ts';

export const SURFACE = '.surface.json';
export const HEALTH = '.health.json';
export const INDEX = '.index.json';
/** What else is written of a run, under its stem. */
const BESIDE = [HEALTH, INDEX, '.emission.json', '.state.json'];

/** The names of the files of runs in a directory, in order. */
export interface RunFolder {
  readonly surfaces: readonly string[];
  readonly healths: readonly string[];
  /** Stems of which there is neither: runs whose surface somebody took away. */
  readonly bereft: readonly string[];
}

/**
 * What of a directory is read. A surface in it that would not be looked at, under another name or in lines, is refused on
 * the printer: nobody may take it for judged. Hidden files are passed over; directories are noted.
 */
export async function runFolder(
  folder: string,
  io: CommandIo,
  printer: Printer,
): Promise<RunFolder | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) {
    printer.refuse({ file: folder }, 'Expected a directory that can be read');
    return undefined;
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.')).sort(inOrder);
  const names = shown.map(({ name }) => name);
  const stemsOf = (suffix: string) =>
    names.flatMap((name) => (name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : []));
  const known = new Set([SURFACE, HEALTH].flatMap(stemsOf));
  const bereft = [...new Set(BESIDE.flatMap(stemsOf))].filter((stem) => !known.has(stem)).sort();
  const read = names.filter((name) => [SURFACE, HEALTH, INDEX].some((suffix) => name.endsWith(suffix)));
  await areFiles(
    read.map((name) => join(folder, name)),
    printer,
  );
  for (const name of names) {
    const file = join(folder, name);
    if (await isPassedOver(name, file, io, printer)) printer.refuse({ file }, PASSED_OVER);
  }
  const inner = shown.find((entry) => entry.isDirectory());
  if (inner !== undefined && known.size > 0) printer.note(INNER, { file: join(folder, inner.name) });
  const having = (suffix: string) => names.filter((name) => name.endsWith(suffix));
  return { surfaces: having(SURFACE), healths: having(HEALTH), bereft };
}

function inOrder(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

/** `R.SURFACE.JSON`, `r.surface.json.gz`, `r.surface.ndjson`. */
const LIKE_SURFACE = /(?:^|\.)surface\.(?:json|jsonl|ndjson)(?![a-z0-9])/i;
const LINES = /\.(?:jsonl|ndjson)(?:\.gz|\.zst)?$/i;

async function isPassedOver(name: string, file: string, io: CommandIo, printer: Printer): Promise<boolean> {
  if ([SURFACE, ...BESIDE].some((suffix) => name.endsWith(suffix))) return false;
  if (!LIKE_SURFACE.test(name) && !LINES.test(name)) return false;
  if ((await stat(file).catch(() => undefined))?.isFile() !== true) return false;
  return LIKE_SURFACE.test(name) || holdsRuns(file, io, printer);
}

/** By its first document: lines of traces may lie beside what was made of them. */
async function holdsRuns(file: string, io: CommandIo, printer: Printer): Promise<boolean> {
  for await (const { value } of readDocuments(file, io, printer, { onRefused: () => {} })) {
    return isRunLine(value) || fieldsOf(value).schema === SURFACE_SCHEMA;
  }
  return false;
}

const PASSED_OVER = `Expected surfaces in a directory to be called \`X${SURFACE}\`, got one of another name, or lines of them, which would not be looked at; name the file itself, or take it out`;
const INNER = 'directories in a directory are not looked at; name it itself where surfaces are in it';
