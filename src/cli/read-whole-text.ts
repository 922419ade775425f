import type { CommandIo } from './command-io.ts';
import { InputError } from './input-error.ts';
import type { Printer } from './printer.ts';
import { readText } from './read-text.ts';

/** Beyond what readers of written text take, so that it is they who say so. */
const ENOUGH = 16 * 1024 * 1024;

/** The text of a file that a person wrote; where it cannot be read, that is refused on the printer. */
export async function readWholeText(
  path: string,
  io: CommandIo,
  printer: Printer,
): Promise<string | undefined> {
  let text = '';
  try {
    for await (const piece of readText(path, io.stdin)) {
      text += piece;
      if (text.length > ENOUGH) break;
    }
    return text;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const isBinary = error.code === 'not_text';
    printer.refuse({ file: path }, isBinary ? 'Expected JSON or YAML text, got binary data' : error.message);
    return undefined;
  }
}
