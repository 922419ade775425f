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
 * of reading clears a verb, or a noun that is itself a secret. Words are compared without what changes their look alone
 * (width, accents, characters that do not show); a name in which letters look like those of another script is high-risk.
 */
export function isHighRiskName(toolName: string, words: HighRiskWords): boolean {
  const leaf = toolLeaf(plain(toolName));
  if (LATIN.test(leaf) && LIKE_LATIN.test(leaf)) return true;
  // What does not show may stand within a word or between two.
  const name = new Set([leaf.replace(HIDDEN, ''), leaf].flatMap(wordsOf).map(stem));
  const holds = (list: readonly string[]) => list.filter((word) => name.has(stem(word)));
  if (holds(words.verbs).length > 0) return true;
  const nouns = holds(words.nouns);
  const isRead = holds(words.readVerbs).length > 0;
  return nouns.some((noun) => !isRead || words.secretNouns.includes(noun));
}

const LATIN = /\p{Script=Latin}/u;
/** Letters of scripts that nobody mixes with Latin ones in a word. */
const LIKE_LATIN =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** U+FFFD is what records hold in place of a control character. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\ufffd]/gu;
const ACCENTS = /\p{M}/gu;

/** In the compatibility form, without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '');
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
  return plain(word).toLowerCase().replace(/s$/, '');
}
