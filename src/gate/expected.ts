import { runFileStem } from '../run/file-name.ts';
import type { ObservedRun } from './observed-run.ts';
import type { RunCoverage } from './run-coverage.ts';

/** Names by which something expected can be seen. */
export interface Seen {
  readonly runs: ReadonlySet<string>;
  readonly services: ReadonlySet<string>;
}

/** A run with a surface is seen by the id of its line, of a health that belongs to it, or its file stem. */
export function runNames({ surface, lineRunId, stem }: ObservedRun, { health }: RunCoverage): string[] {
  if (surface === undefined) return [];
  return [lineRunId, health?.run_id, stem].flatMap((name) => name ?? []);
}

/** A service is seen by an emitter of its in the scope of a health that belongs. */
export function serviceNames({ health }: RunCoverage): string[] {
  return (health?.scope.emitters ?? []).flatMap(({ service }) => service ?? []);
}

/** The expected runs that were not seen, each once; a file may be called by the stem that an id becomes. */
export function unseenRuns(expected: readonly string[], { runs }: Seen): string[] {
  return [...new Set(expected)].filter((id) => !runs.has(id) && !runs.has(runFileStem(id)));
}

/** The expected services that were not seen, each once. */
export function unseenServices(expected: readonly string[], { services }: Seen): string[] {
  return [...new Set(expected)].filter((service) => !services.has(service));
}
