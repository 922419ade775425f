import { runFileStem } from '../run/file-name.ts';
import type { Health } from '../run/health.ts';
import type { ObservedRun } from './observed-run.ts';
import type { RunCoverage } from './run-coverage.ts';

/** Names by which something expected can be seen. */
export interface Seen {
  readonly runs: ReadonlySet<string>;
  readonly services: ReadonlySet<string>;
}

/**
 * A run with a surface is seen by the id of its line, of a health that belongs to it, or its file stem; that, where the
 * health says which run it is, only as the stem of its id: a copy under another name is no other run.
 */
export function runNames({ surface, lineRunId, stem }: ObservedRun, { health }: RunCoverage): string[] {
  if (surface === undefined) return [];
  const isOwnStem = health === undefined || stem === runFileStem(health.run_id);
  return [lineRunId, health?.run_id, isOwnStem ? stem : undefined].flatMap((name) => name ?? []);
}

/** A service is seen by an emitter of its in the scope of a health that belongs. */
export function serviceNames({ health }: RunCoverage): string[] {
  return serviceNamesIn(health?.scope ?? null);
}

/** Names of the services in a scope, one for each of its emitters that has one. */
export function serviceNamesIn(scope: Health['scope'] | null): string[] {
  return scope?.emitters.flatMap(({ service }) => service ?? []) ?? [];
}

/** The expected runs that were not seen, each once; a file may be called by the stem that an id becomes. */
export function unseenRuns(expected: readonly string[], { runs }: Seen): string[] {
  return [...new Set(expected)].filter((id) => !runs.has(id) && !runs.has(runFileStem(id)));
}

/** The expected services that were not seen, each once. */
export function unseenServices(expected: readonly string[], { services }: Seen): string[] {
  return [...new Set(expected)].filter((service) => !services.has(service));
}
