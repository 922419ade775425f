import { constants } from 'node:buffer';
import { MAX_RECORD_DEPTH, nestsWithin } from '../decision/nesting.ts';
import { STATE_SCHEMA, type StateDocument } from '../run/state-document.ts';
import { describeIssues } from '../schema/issues.ts';
import { fieldsOf } from '../schema/refinement.ts';
import { StateDocumentSchema } from '../schema/state-document.ts';
import type { CommandIo } from './command-io.ts';
import { filesOf } from './files-of.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';

/** What was written as one text can be read as one. */
const MAX_STATE_LENGTH = constants.MAX_STRING_LENGTH;

const STATE_FILES = { suffix: '.state.json', mend: 'write them with `assay-otel surface --out`' };

/** The states of all paths, each valid; whatever else is in them is refused on the printer. */
export async function* readStates(
  paths: readonly string[],
  io: CommandIo,
  printer: Printer,
): AsyncGenerator<StateDocument> {
  for (const path of paths) {
    for (const file of await filesOf(path, STATE_FILES, printer)) {
      for await (const { line, value } of readDocuments(file, io, printer, { maxLength: MAX_STATE_LENGTH })) {
        const problems = problemsOf(value);
        for (const problem of problems) printer.refuse({ file: shownName(file), line }, problem);
        if (problems.length === 0) yield value as StateDocument;
      }
    }
  }
}

function problemsOf(value: unknown): readonly string[] {
  if (fieldsOf(value).schema !== STATE_SCHEMA) return [NO_STATE];
  // Unknown fields are kept, and the depth of what is written out is not for others to choose.
  if (!nestsWithin(value, MAX_STATE_DEPTH)) return [TOO_DEEP];
  const { error } = StateDocumentSchema.safeParse(value);
  return error === undefined ? [] : describeIssues(value, error.issues).map(({ message }) => message);
}

const MAX_STATE_DEPTH = MAX_RECORD_DEPTH;

const NO_STATE =
  'Expected a state document, got another document; `assay-otel surface --out` writes `*.state.json` from traces';
const TOO_DEEP = `Expected a state document of at most ${MAX_STATE_DEPTH} levels, got a deeper one`;
