import type { RuleSet } from '../classify/rule-set.ts';
import type { RunCoverage } from './run-coverage.ts';
import type { OtherClassifiers } from './surface-diff.ts';

/**
 * Runs that were classified by other rules than those that are loaded, as their health documents say; `undefined` where
 * there are none. A tool that only one of the two knows is unknown, or undeclared, for that reason alone.
 */
export function otherClassifiers(
  coverages: readonly RunCoverage[],
  runIds: readonly (string | null)[],
  { versions }: Pick<RuleSet, 'versions'>,
): OtherClassifiers | undefined {
  const loaded = new Set(versions);
  const runs = coverages.flatMap(({ health }, at) => {
    const said = health?.classifier_version ?? [];
    const used = new Set(said);
    const isSame = used.size === loaded.size && said.every((version) => loaded.has(version));
    // A run in which nothing was classified says nothing of the rules.
    return said.length === 0 || isSame ? [] : [{ run_id: runIds[at] ?? null, classifier_version: said }];
  });
  return runs.length === 0 ? undefined : { loaded: versions, runs };
}
