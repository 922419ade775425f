import type { ObservedRun } from '../gate/observed-run.ts';
import type { Emission } from '../run/emission.ts';
import type { IndexDocument } from '../run/index-document.ts';
import {
  isRunLine,
  type ObservedReading,
  type ReadSurface,
  readRunLine,
  readSurface,
} from '../schema/observed-reading.ts';

/** A run as it came in, with what stands beside what the gate takes. */
export interface GivenRun extends ObservedRun {
  readonly surface: ReadSurface | undefined;
  /** Only where it is of the surface: leads from a record to its spans. */
  readonly index?: IndexDocument | undefined;
  /** Of a line: whose place it takes. */
  readonly emission?: Emission | undefined;
}

/** The run that a parsed document is: a line of `surface`, or a surface by itself, whose health is not known yet. */
export function readGivenRun(value: unknown): ObservedReading<GivenRun> {
  if (!isRunLine(value)) {
    const reading = readSurface(value);
    if ('problems' in reading) return reading;
    return { document: { surface: reading.document, health: { state: 'missing' } } };
  }
  const reading = readRunLine(value);
  if ('problems' in reading) return reading;
  const { runId, ...run } = reading.document;
  return { document: { lineRunId: runId, ...run } };
}
