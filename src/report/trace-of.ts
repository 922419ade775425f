import type { CallReference } from '../gate/surface-diff.ts';
import type { IndexEntry } from '../run/index-document.ts';
import type { Report } from './report.ts';

/**
 * The way from a call to its trace, where the index of its run is at hand. None where several runs have one id: the
 * trace of another call would be worse.
 */
export function traceOf(
  { diff, runs }: Report,
  { run_id: runId, record }: CallReference,
): IndexEntry | undefined {
  const [at, ...more] = diff.runs.flatMap((run, index) => (run.run_id === runId ? [index] : []));
  if (at === undefined || more.length > 0 || record === null) return undefined;
  return runs[at]?.index?.records[record];
}
