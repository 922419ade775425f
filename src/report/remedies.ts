import { LEVELS } from '../gate/rows.ts';
import type { SurfaceDiff } from '../gate/surface-diff.ts';
import { remedyWords, titleWords } from './words/finding-words.ts';
import { quoted } from './words/quote.ts';

/** What to do about something, once for everything that is mended alike. */
export interface Remedy {
  readonly title: string;
  readonly remedy: string;
}

/** What to do about the findings, the worst first. Our own words: nothing in them comes from outside. */
export function remedies({ findings }: SurfaceDiff): readonly Remedy[] {
  const byTitle = new Map<string, string>();
  for (const level of LEVELS) {
    for (const finding of findings) {
      if (finding.level === level) {
        byTitle.set(titleWords({ ...finding, expected: null }, quoted), remedyWords(finding));
      }
    }
  }
  return [...byTitle].map(([title, remedy]) => ({ title, remedy }));
}
