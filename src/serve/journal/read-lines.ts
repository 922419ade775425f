import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { JOURNAL_VERSION, type JournalEntry, readJournalLine } from './journal-line.ts';

/** The journal was written by another version of this program, which may mean something else by it. */
export class JournalVersionError extends Error {
  override readonly name = 'JournalVersionError';
}

/**
 * Why a line is not whole. `unfinished`: it is the last of its file and has no end, so that its write never was
 * acknowledged. `damaged`: it was written whole and is another now, so that it may have been.
 */
export type LineFault = 'damaged' | 'unfinished';

/** An entry with its line, or what is wrong with the line. */
export type StoredLine =
  | { readonly entry: JournalEntry; readonly fault?: undefined; readonly line: string }
  | { readonly entry?: undefined; readonly fault: LineFault; readonly line: string };

/**
 * The lines of a journal file in order, each with its newline; none where there is no file.
 * @throws {JournalVersionError} at the first line of another version. @throws {Error} of the file system.
 */
export async function* storedLines(path: string): AsyncGenerator<StoredLine> {
  let rest = '';
  try {
    for await (const piece of createReadStream(path, 'utf8')) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield stored(line, path);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Blanks were written to see whether the disk takes anything.
  if (rest.trim() !== '') yield { fault: 'unfinished', line: rest };
}

/** @throws {JournalVersionError} where the file begins with a line of another version. @throws {Error} of the file system. */
export async function expectOwnVersion(path: string): Promise<void> {
  for await (const { entry } of storedLines(path)) if (entry !== undefined) return;
}

function stored(text: string, path: string): StoredLine {
  const read = readJournalLine(text);
  const line = `${text}\n`;
  if (read.is === 'entry') return { entry: read.entry, line };
  if (read.is === 'broken') return { fault: 'damaged', line };
  const found = read.found === undefined ? 'none' : `version ${read.found}`;
  throw new JournalVersionError(
    `Expected the journal in ${dirname(path)} to be of version ${JOURNAL_VERSION}, got ${found} in ${basename(path)}; start the assay-otel that wrote it on this folder and stop it, so that it writes the runs that it holds, then remove the files of the journal, or give this one a folder of its own with --data`,
  );
}
