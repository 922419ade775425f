import { constants } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { validateArtifact } from '../schema/artifact.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';

/** An artifact holds a whole run; what `surface` could write as one text can be read as one. */
const MAX_ARTIFACT_LENGTH = constants.MAX_STRING_LENGTH;

/** Artifacts in, nothing out but what is wrong with them. See `assay-otel validate --help`. */
export async function validateCommand(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  let hasDocument = false;
  for (const path of paths) {
    for (const file of await filesOf(path, printer)) {
      for await (const { line, value } of readDocuments(file, io, printer, MAX_ARTIFACT_LENGTH)) {
        hasDocument = true;
        for (const { message } of validateArtifact(value)) {
          printer.refuse({ file: shownName(file), line }, message);
        }
      }
    }
  }
  if (!hasDocument) {
    printer.fail('Expected artifacts, got nothing that could be read; nothing was validated');
    return 2;
  }
  printer.endRefusals();
  return printer.refused > 0 ? 1 : 0;
}

/** A path itself, or for a directory its `*.json` files by name. What is not there is told when it is opened. */
async function filesOf(path: string, printer: Printer): Promise<readonly string[]> {
  const isDirectory = path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isDirectory) return [path];
  const names = await readdir(path).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  if (files.length === 0)
    printer.refuse({ file: path }, 'Expected a directory with `*.json` files, got none');
  return files.map((name) => join(path, name));
}
