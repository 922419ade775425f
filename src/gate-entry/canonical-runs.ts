import { canonicalJson } from '../decision/canonical-json.ts';
import { documentDigest } from '../decision/document-digest.ts';
import type { GivenRun } from './given-run.ts';
import { type Standing, withoutSuperseded } from './superseded.ts';

/**
 * Runs as they are judged: without what a later line takes the place of, each once, and in the order of their names,
 * so that the order in which they came in shows nowhere.
 */
export function canonicalRuns(given: readonly GivenRun[]): Standing {
  const { runs, superseded } = withoutSuperseded(given);
  const byKey = new Map<string, GivenRun>();
  for (const run of runs) {
    const key = keyOf(run);
    const known = byKey.get(key);
    if (known === undefined || indexKey(run) < indexKey(known)) byKey.set(key, run);
  }
  const inOrder = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, run]) => run);
  return { runs: inOrder, superseded };
}

/** What tells two runs apart, the name first. Two runs can have equal surfaces. */
function keyOf({ lineRunId, stem, surface, health }: GivenRun): string {
  const document = health.state === 'read' ? health.document : undefined;
  const name = lineRunId ?? document?.run_id ?? stem ?? '';
  const digests = [surface ?? null, document ?? null].map((part) =>
    part === null ? null : documentDigest(part),
  );
  return canonicalJson([name, lineRunId ?? null, stem ?? null, health.state, ...digests]);
}

function indexKey({ index }: GivenRun): string {
  return index === undefined ? '~' : canonicalJson(index);
}
