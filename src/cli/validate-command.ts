import { constants } from 'node:buffer';
import type { ClassifierRule } from '../classify/rule.ts';
import { validateArtifact } from '../schema/artifact.ts';
import { isWritten, validateWritten } from '../schema/written-artifact.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { filesOf } from './files-of.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { type RulesOptions, readRules } from './read-rules.ts';
import { readWholeText } from './read-whole-text.ts';
import { placeIn } from './read-written.ts';

/** An artifact holds a whole run; what `surface` could write as one text can be read as one. */
const MAX_ARTIFACT_LENGTH = constants.MAX_STRING_LENGTH;

/** Artifacts in, nothing out but what is wrong with them. See `assay-otel validate --help`. */
export async function validateCommand(
  paths: readonly string[],
  options: Pick<RulesOptions, 'classifiers'>,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const { rules: loaded } = rules.rules;
  let hasDocument = false;
  for (const path of paths) {
    if (/\.ya?ml$/i.test(path)) {
      hasDocument = (await validateWrittenFile(path, loaded, io, printer)) || hasDocument;
      continue;
    }
    for (const file of await filesOf(path, { suffix: '.json' }, printer)) {
      for await (const { line, value } of readDocuments(file, io, printer, {
        maxLength: MAX_ARTIFACT_LENGTH,
      })) {
        hasDocument = true;
        // As the commands that use it read it: one document, with the line of each error.
        if (isWritten(value) && /\.json$/i.test(file)) {
          await validateWrittenFile(file, loaded, io, printer);
          break;
        }
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

/** YAML, which people write: with the line of each error. Whether there was anything to read. */
async function validateWrittenFile(
  file: string,
  rules: readonly ClassifierRule[],
  io: CommandIo,
  printer: Printer,
): Promise<boolean> {
  const text = await readWholeText(file, io, printer);
  if (text === undefined) return false;
  const { errors, warnings } = validateWritten(text, rules);
  for (const error of errors) printer.refuse(placeIn(file, error), error.message);
  for (const warning of warnings) printer.note(warning.message, placeIn(file, warning));
  return true;
}
