import { constants } from 'node:buffer';
import { validateArtifact } from '../schema/artifact.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { filesOf } from './files-of.ts';
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
    for (const file of await filesOf(path, { suffix: '.json' }, printer)) {
      for await (const { line, value } of readDocuments(file, io, printer, {
        maxLength: MAX_ARTIFACT_LENGTH,
      })) {
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
