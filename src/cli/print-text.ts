import type { Printer } from './printer.ts';
import { outputFailure } from './run-output.ts';

/** Prints the one result of a command. False where it could not be written; that has been told then. */
export async function printText(text: string, printer: Printer): Promise<boolean> {
  try {
    await printer.text(text);
    return true;
  } catch (error) {
    const failure = outputFailure(error, 'to stdout');
    if (failure === undefined) throw error;
    printer.fail(failure);
    return false;
  }
}
