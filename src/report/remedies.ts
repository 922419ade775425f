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
  const told = new Map<string, Remedy>();
  for (const level of LEVELS) {
    for (const finding of findings) {
      if (finding.level !== level) continue;
      const title = titleWords({ ...finding, expected: null }, quoted);
      const remedy = remedyWords(finding);
      told.set(JSON.stringify([title, remedy]), { title, remedy });
    }
  }
  return [...told.values()];
}
