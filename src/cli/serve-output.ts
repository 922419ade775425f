import type { EmittedRun } from '../aggregator/emitted-run.ts';
import { surfaceLine } from '../run/surface-line.ts';
import type { WriteResult } from '../serve/outlet.ts';
import { DirectorySink } from '../sinks/directory-sink.ts';
import { SinkError } from '../sinks/sink-error.ts';
import type { Printer } from './printer.ts';

/**
 * Lines on stdout, or the files of a directory. What one run's files refuse is told and is for good; where the place
 * itself takes nothing, that is told once and may pass.
 *
 * @throws {SinkError} where the directory cannot be made.
 */
export async function serveOutput(
  folder: string | undefined,
  printer: Printer,
): Promise<(run: EmittedRun) => Promise<WriteResult>> {
  if (folder === undefined) {
    return async (run) => {
      try {
        return (await printer.line(surfaceLine(run))) ? 'written' : 'gone';
      } catch {
        return 'gone';
      }
    };
  }
  const sink = await DirectorySink.open(folder);
  let isFailing = false;
  return async (run) => {
    try {
      await sink.write(run);
      isFailing = false;
      return 'written';
    } catch (error) {
      const isOfRun = error instanceof SinkError && !PASSING.has(error.code);
      const message = error instanceof SinkError ? error.message : 'The files of a run could not be written';
      if (isOfRun) printer.refuse({ file: folder }, message);
      else if (!isFailing) printer.note(`${message}; it is tried again until it works`);
      isFailing = !isOfRun;
      return isOfRun ? 'refused' : 'failed';
    }
  };
}

const PASSING: ReadonlySet<string> = new Set(['locked', 'not_written']);
