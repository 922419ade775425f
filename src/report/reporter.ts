import type { Painter } from './painter.ts';
import type { Report } from './report.ts';

/**
 * One way to tell of a report. Pure and total: never throws for a valid diff, and gives the same bytes for the same
 * report.
 *
 * Names and targets come from outside. Whatever they hold, a report keeps its format: no text leaves its cell, line,
 * element or string, and no control, bidirectional or zero-width character stands in it raw.
 */
export interface Reporter {
  /** What `--format` calls it. */
  readonly format: string;
  /** Of a file that holds it, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** One line for the help text. */
  readonly summary: string;
  /** The whole document, its last newline included. Only `text` looks at the painter; it is plain by default. */
  readonly render: (report: Report, painter?: Painter) => string;
}
