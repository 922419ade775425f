import type { ChangedManifest } from '../../gate/surface-diff.ts';
import type { Quote } from './quote.ts';

/** What it is, wherever it is told. It is no finding: it has no level that counts. */
export const MANIFEST_CHANGED = 'declared manifest changed, which is no finding';

/** How many digests of a server, and runs of a digest, a person is shown; `--format json` has all. */
const MOST_DIGESTS = 4;
const MOST_RUNS = 3;

/** `files: sha256:… in nightly; sha256:… in job`. */
export function manifestWords({ server, digests }: ChangedManifest, quote: Quote): string {
  const told = digests.map(({ digest, runs }) => {
    const names = runs.map((run) => (run === null ? 'a run without a name' : quote(run)));
    return `${quote(digest)} in ${first(names, MOST_RUNS, ', ')}`;
  });
  return `${quote(server)}: ${first(told, MOST_DIGESTS, '; ')}`;
}

function first(words: readonly string[], most: number, separator: string): string {
  const rest = words.length - most;
  return words.slice(0, most).join(separator) + (rest > 0 ? `${separator}and ${rest} more` : '');
}
