import type { RunSummary } from '../../gate/surface-diff.ts';
import { unwatchedWords } from './claim-words.ts';
import { coded, limitWords } from './limit-words.ts';
import { named } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** What bounds a claim about a run without being a gap: its limits, and what of a run without a gap nobody watched. */
export function boundLines({ coverage, scope }: RunSummary, quote: Quote = named): readonly string[] {
  const unwatched =
    coverage.level === 'scoped' && scope !== null ? unwatchedWords(scope.emitters, quote) : [];
  return [...coverage.limits.map((limit) => coded(limit.code, limitWords(limit), quote)), ...unwatched];
}
