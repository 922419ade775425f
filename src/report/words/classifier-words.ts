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
    `here: ${versionWords(loaded, quote)}; load the same files with \`--classifiers\``,
  ];
}

function nameOf(runId: string | null, quote: Quote): string {
  return runId === null ? 'a run without a name' : quote(runId);
}

function versionWords(versions: readonly string[], quote: Quote): string {
  const rest = versions.length - MOST_VERSIONS;
  return versions.slice(0, MOST_VERSIONS).map(quote).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
