import { toolLeaf } from '../span/tool-name.ts';
import type { HighRiskWords } from './high-risk-words.ts';

/** Why the shape of an unknown tool is high-risk. */
export type HighRiskReason = 'redacted_secret_argument' | 'high_risk_name';

/** The shape of an unknown tool: a secret among its arguments, or what its name says. */
export function highRiskReason(
  reasonCode: string,
  toolName: string,
  words: HighRiskWords,
): HighRiskReason | undefined {
  if (reasonCode === 'redacted_secret_argument') return reasonCode;
  return isHighRiskName(toolName, words) ? 'high_risk_name' : undefined;
}

/**
 * Whether the leaf of a tool's name holds a verb of the list, or one of its nouns without a verb of reading. No verb
 * of reading clears a verb, or a noun that is itself a secret.
 */
export function isHighRiskName(toolName: string, words: HighRiskWords): boolean {
  const name = new Set(wordsOf(toolLeaf(toolName)).map(stem));
  const holds = (list: readonly string[]) => list.filter((word) => name.has(stem(word)));
  if (holds(words.verbs).length > 0) return true;
  const nouns = holds(words.nouns);
  const isRead = holds(words.readVerbs).length > 0;
  return nouns.some((noun) => !isRead || words.secretNouns.includes(noun));
}

/** Before an upper-case letter that follows a lower-case one, and before the last letter of an upper-case run. */
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const NO_LETTERS = /\P{L}+/u;

/** Split at case changes and at whatever is no letter. */
function wordsOf(leaf: string): string[] {
  return leaf.split(NO_LETTERS).flatMap((part) => part.split(CASE_CHANGE));
}

/** In lower case, without a final `s`. */
function stem(word: string): string {
  return word.toLowerCase().replace(/s$/, '');
}
