import { constants } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readGivenRun } from '../gate-entry/given-run.ts';
import { readIndex } from '../schema/observed-reading.ts';
import type { CommandIo } from './command-io.ts';
import type { NamedHealth, NamedSurface } from './pair-by-stem.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { readHealthFile } from './read-health-files.ts';
import { readOneDocument } from './read-one-document.ts';

/** A line holds a whole run; what `surface` could write as one text can be read as one. */
const MAX_LENGTH = constants.MAX_STRING_LENGTH;

const SUFFIX = '.surface.json';

/** What paths to surfaces lead to. Lines of `surface` bear their health with them. */
export interface SurfacesRead {
  readonly surfaces: readonly NamedSurface[];
  /** Of directories: a file that is named itself takes no sibling. */
  readonly healths: readonly NamedHealth[];
}

/** Reads surfaces: files, lines, directories, `-` for stdin. What is no valid surface is refused on the printer. */
export async function readSurfaces(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<SurfacesRead> {
  const surfaces: NamedSurface[] = [];
  const healths: NamedHealth[] = [];
  for (const path of paths) {
    const isDirectory = path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (!isDirectory) surfaces.push(...(await surfacesIn(path, io, printer)));
    else {
      const read = await readFolder(path, io, printer);
      surfaces.push(...read.surfaces);
      healths.push(...read.healths);
    }
  }
  return { surfaces, healths };
}

async function readFolder(folder: string, io: CommandIo, printer: Printer): Promise<SurfacesRead> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) printer.refuse({ file: folder }, 'Expected a directory that can be read');
  const shown = (names ?? []).filter((name) => !name.startsWith('.')).sort();
  const having = (suffix: string) => shown.filter((name) => name.endsWith(suffix));
  const surfaces: NamedSurface[] = [];
  for (const name of having(SUFFIX)) {
    const indexFile = join(folder, `${name.slice(0, -SUFFIX.length)}.index.json`);
    for (const surface of await surfacesIn(join(folder, name), io, printer)) {
      const run = await withIndex(surface.run, indexFile, io, printer);
      surfaces.push({ ...surface, run, folder });
    }
  }
  const healths: NamedHealth[] = [];
  for (const name of having('.health.json')) {
    const health = await readHealthFile(join(folder, name), io, printer);
    healths.push({ stem: name.slice(0, -'.health.json'.length), folder, health });
  }
  return { surfaces, healths };
}

async function surfacesIn(path: string, io: CommandIo, printer: Printer): Promise<NamedSurface[]> {
  const file = shownName(path);
  const surfaces: NamedSurface[] = [];
  const { refused } = printer;
  let isEmpty = true;
  const name = basename(path);
  const stem = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : undefined;
  for await (const { line, value } of readDocuments(path, io, printer, { maxLength: MAX_LENGTH })) {
    isEmpty = false;
    const reading = readGivenRun(value);
    if ('document' in reading) {
      const { document: run } = reading;
      surfaces.push({ run, stem: run.lineRunId === undefined ? stem : undefined });
    } else for (const problem of reading.problems) printer.refuse({ file, line }, problem);
  }
  // Input without a line is a day without runs; a file that should hold one surface was cut.
  const isCut = isEmpty && stem !== undefined && printer.refused === refused;
  if (isCut) printer.refuse({ file }, 'Expected a surface, got an empty file; write it anew from the traces');
  return surfaces;
}

/** Only where it leads from each record of this surface to its spans. */
async function withIndex(
  run: NamedSurface['run'],
  file: string,
  io: CommandIo,
  printer: Printer,
): Promise<NamedSurface['run']> {
  if (run.surface === undefined || run.index !== undefined) return run;
  const reading = await readOneDocument(file, io, printer);
  return 'value' in reading ? { ...run, index: readIndex(reading.value, run.surface) } : run;
}
