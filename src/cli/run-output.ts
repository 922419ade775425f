import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { surfaceLine } from '../run/surface-line.ts';
import { DirectorySink } from '../sinks/directory-sink.ts';
import { SinkError } from '../sinks/sink-error.ts';
import type { Printer } from './printer.ts';

/** Where a command puts the documents of runs. False once nobody reads any more. */
export type RunOutput = (run: EmittedRun) => Promise<boolean>;

/**
 * Lines on stdout, or the files of a directory, united with what it holds of the run. A run that cannot be written
 * there though others may is refused on the printer.
 *
 * @throws {SinkError} where no run can be written to the directory. @throws {Error} of the stream.
 */
export async function runOutput(folder: string | undefined, printer: Printer): Promise<RunOutput> {
  if (folder === undefined) return (run) => printer.line(surfaceLine(run));
  const sink = await DirectorySink.open(folder);
  return async (run) => {
    try {
      await sink.write(run);
    } catch (error) {
      if (!(error instanceof SinkError) || error.code === 'not_written') throw error;
      printer.refuse({ file: folder }, error.message);
    }
    return true;
  };
}

/**
 * What to say where output failed for good; undefined where the error is another.
 * @param what was being written.
 */
export function outputFailure(error: unknown, what: string): string | undefined {
  if (error instanceof SinkError) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return undefined;
  return `Expected to write ${what}, but the system says ${code}; check the place and its permissions`;
}
