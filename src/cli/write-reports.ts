import type { Report } from '../report/report.ts';
import type { Printer } from './printer.ts';
import type { ReportOutput } from './report-outputs.ts';
import { outputFailure } from './run-output.ts';
import { writeWhole } from './write-file.ts';

/** Writes each report to its file, whole, and the one without to stdout. False where one could not be written. */
export async function writeReports(
  report: Report,
  outputs: readonly ReportOutput[],
  printer: Printer,
): Promise<boolean> {
  let isDone = true;
  for (const { reporter, file } of outputs) {
    try {
      if (file === undefined) await printer.text(reporter.render(report, printer.colors));
      else await writeWhole(file, reporter.render(report));
    } catch (error) {
      const failure = outputFailure(error, file === undefined ? 'to stdout' : file);
      if (failure === undefined) throw error;
      printer.fail(failure);
      isDone = false;
    }
  }
  return isDone;
}
