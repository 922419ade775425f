import { constants } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readGivenRun } from '../gate-entry/given-run.ts';
import { readIndex } from '../schema/observed-reading.ts';
import type { CommandIo } from './command-io.ts';
import type { NamedHealth, NamedSurface } from './pair-by-stem.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { readHealthFile } from './read-health-files.ts';
import { readOneDocument } from './read-one-document.ts';
import { HEALTH, INDEX, runFolder, SURFACE } from './run-folder.ts';

/** A line holds a whole run; what `surface` could write as one text can be read as one. */
const MAX_LENGTH = constants.MAX_STRING_LENGTH;

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
  const { refused } = printer;
  const listed = await runFolder(folder, io, printer);
  if (listed === undefined || printer.refused > refused) return { surfaces: [], healths: [] };
  const surfaces: NamedSurface[] = [];
  for (const name of listed.surfaces) {
    const indexFile = join(folder, `${name.slice(0, -SURFACE.length)}${INDEX}`);
    surfaces.push(
      ...(await withIndex(await surfacesIn(join(folder, name), io, printer), indexFile, io, printer)),
    );
  }
  const healths: NamedHealth[] = listed.bereft.map((stem) => ({
    stem,
    folder,
    health: { state: 'missing' },
  }));
  for (const name of listed.healths) {
    const health = await readHealthFile(join(folder, name), io, printer);
    healths.push({ stem: name.slice(0, -HEALTH.length), folder, health });
  }
  if (surfaces.length === 0 && healths.length === 0) {
    printer.note(NO_SURFACES, { file: folder });
  }
  return { surfaces: surfaces.map((surface) => ({ ...surface, folder })), healths };
}

const NO_SURFACES =
  'Expected a directory with `*.surface.json` files, as `assay-otel surface --out` writes it, got none in it; directories in it are not looked at';

async function surfacesIn(path: string, io: CommandIo, printer: Printer): Promise<NamedSurface[]> {
  const file = shownName(path);
  const surfaces: NamedSurface[] = [];
  const { refused } = printer;
  let isEmpty = true;
  const name = basename(path);
  const stem = name.endsWith(SURFACE) ? name.slice(0, -SURFACE.length) : undefined;
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

/** Only where it leads from each record of a surface to its spans; read once, however many are in the file. */
async function withIndex(
  surfaces: readonly NamedSurface[],
  file: string,
  io: CommandIo,
  printer: Printer,
): Promise<readonly NamedSurface[]> {
  const lacking = surfaces.some(
    ({ run: { surface, index } }) => surface !== undefined && index === undefined,
  );
  const reading = lacking ? await readOneDocument(file, io, printer) : undefined;
  if (reading === undefined || !('value' in reading)) return surfaces;
  return surfaces.map((named) => {
    const { run } = named;
    if (run.surface === undefined || run.index !== undefined) return named;
    return { ...named, run: { ...run, index: readIndex(reading.value, run.surface) } };
  });
}
