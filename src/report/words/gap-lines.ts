import type { Gap, Health } from '../../run/health.ts';
import { whoOf } from './emitter-words.ts';
import { GAP_WORDS } from './gap-words.ts';
import { named } from './paragraph.ts';
import type { Quote } from './quote.ts';

/** The gaps of one code: each in words, and what to do about all of them. */
export interface GapLines {
  readonly code: Gap['code'];
  readonly says: readonly string[];
  readonly remedy: string;
}

/** Gaps by their codes, in the order in which they stand: what to do about a code is said once. */
export function gapLines(
  gaps: readonly Gap[],
  scope: Health['scope'] | null,
  quote: Quote = named,
): readonly GapLines[] {
  return [...new Set(gaps.map(({ code }) => code))].map((code) => {
    const { says, remedy } = GAP_WORDS[code];
    const own = gaps.filter((gap) => gap.code === code);
    return { code, remedy, says: own.map((gap) => says({ ...gap, who: whoIn(gap, scope, quote) }, quote)) };
  });
}

function whoIn({ emitter }: Gap, scope: Health['scope'] | null, quote: Quote): string {
  if (emitter === undefined) return 'the run';
  return whoOf(
    emitter,
    scope?.emitters.find((entry) => entry.emitter === emitter),
    quote,
  );
}
