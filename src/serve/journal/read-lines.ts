import { createReadStream } from 'node:fs';
import { type JournalEntry, readJournalLine } from './journal-line.ts';

/** An entry with its line; without one where the line is not whole. */
export interface StoredLine {
  readonly entry: JournalEntry | undefined;
  /** With its newline. */
  readonly line: string;
}

/** The lines of a journal file in order; none where there is no file. @throws {Error} of the file system. */
export async function* storedLines(path: string): AsyncGenerator<StoredLine> {
  let rest = '';
  try {
    for await (const piece of createReadStream(path, 'utf8')) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield { entry: readJournalLine(line), line: `${line}\n` };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (rest !== '') yield { entry: undefined, line: rest };
}
