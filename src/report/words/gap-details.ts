import { serviceNamesIn } from '../../gate/expected.ts';
import type { Finding, RunSummary, SurfaceDiff } from '../../gate/surface-diff.ts';
import { boundLines } from './bound-lines.ts';
import { gapLines } from './gap-lines.ts';
import { listedWords } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** What a gap consists of, as a sentence: what is missing of its run, or what was seen in place of what was expected. */
export function gapDetails(finding: Finding, diff: SurfaceDiff, quote: Quote): string | undefined {
  const seen = seenWords(finding, diff, quote);
  if (seen !== undefined) return `${seen.charAt(0).toUpperCase()}${seen.slice(1)}.`;
  const lines = diff.runs
    .filter(({ run_id }) => run_id === finding.run_id)
    .flatMap((run) => missing(run, quote));
  return lines.length === 0 ? undefined : `Listed: ${listedWords(lines, '; ')}.`;
}

function missing(run: RunSummary, quote: Quote): readonly string[] {
  const gaps = gapLines(run.coverage.gaps, run.scope, quote);
  return [
    ...gaps.flatMap(({ code, says }) => says.map((said) => `${code}: ${said}`)),
    ...boundLines(run, quote),
  ];
}

/** The names that were seen: one that is expected may stand among them, spelt otherwise. */
export function seenWords({ reason }: Finding, { runs }: SurfaceDiff, quote: Quote): string | undefined {
  if (reason !== 'expected_run_not_seen' && reason !== 'expected_service_not_seen') return undefined;
  const isRun = reason === 'expected_run_not_seen';
  const names = isRun
    ? runs.flatMap(({ run_id }) => run_id ?? [])
    : runs.flatMap(({ scope }) => serviceNamesIn(scope));
  const kind = isRun ? 'run' : 'service';
  const unique = [...new Set(names)].sort();
  return unique.length === 0 ? `no ${kind} was seen` : `seen: ${listedWords(unique.map(quote), ', ')}`;
}
