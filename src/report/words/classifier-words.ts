import type { OtherClassifiers } from '../../gate/surface-diff.ts';
import { counted } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** What it is, wherever it is told. It is no finding: it has no level that counts. */
export const OTHER_CLASSIFIERS = 'classified by other rules than those loaded here, which is no finding';

/** How many runs and versions a person is shown; `--format json` has all. */
const MOST_RUNS = 5;
const MOST_VERSIONS = 4;

/** One sentence for each run, and what is loaded here. */
export function classifierWords({ loaded, runs }: OtherClassifiers, quote: Quote): readonly string[] {
  const told = runs
    .slice(0, MOST_RUNS)
    .map(
      ({ run_id, classifier_version }) =>
        `${nameOf(run_id, quote)}: ${versionWords(classifier_version, quote)}`,
    );
  const beyond = runs.length - told.length;
  return [
    ...told,
    ...(beyond > 0 ? [`and ${counted(beyond, 'more run')}`] : []),
    `here: ${versionWords(loaded, quote)}; ${mendWords(loaded, runs)}`,
  ];
}

/** Where files are missing: here, or where the records were made, which nothing classifies again. */
function mendWords(loaded: readonly string[], runs: OtherClassifiers['runs']): string {
  const isMissingHere = runs.some(({ classifier_version: of }) =>
    of.some((version) => !loaded.includes(version)),
  );
  const isMissingThere = runs.some(({ classifier_version: of }) =>
    loaded.some((version) => !of.includes(version)),
  );
  if (!isMissingThere) return 'load the same files with `--classifiers`';
  const there = 'in the process (option `classifiers`): records are not classified again';
  return isMissingHere
    ? `load the same files with \`--classifiers\`, and ${there}`
    : `load the same files ${there}`;
}

function nameOf(runId: string | null, quote: Quote): string {
  return runId === null ? 'a run without a name' : quote(runId);
}

function versionWords(versions: readonly string[], quote: Quote): string {
  const rest = versions.length - MOST_VERSIONS;
  return versions.slice(0, MOST_VERSIONS).map(quote).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
