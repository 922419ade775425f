import { GAP_ROW } from '../../gate/rows.ts';
import type { Finding } from '../../gate/surface-diff.ts';
import type { DeclaredFile } from '../report.ts';
import { callRemedy } from './call-remedies.ts';
import { decisionWords, targetWords, toolWords } from './call-words.ts';
import { nearestWords } from './nearest-words.ts';
import type { Quote } from './quote.ts';
import { gapRemedy, reasonWords } from './reason-words.ts';
import { ROW_WORDS } from './row-words.ts';
import { isSilence } from './silence-words.ts';

/** What a finding is, in a few words: of a gap its reason, with what was expected. */
export function titleWords({ row, reason, expected }: Finding, quote: Quote): string {
  if (row !== GAP_ROW) return ROW_WORDS[row].title;
  return expected === null ? reasonWords(reason, quote) : `${reasonWords(reason, quote)}: ${quote(expected)}`;
}

/** A finding in one line of sentences, for formats that have no more than that. The run is not in it. */
export function findingSentences(finding: Finding, declared: DeclaredFile, quote: Quote): string {
  const { row, nearest } = finding;
  if (row === GAP_ROW) return `${ROW_WORDS[row].title}: ${titleWords(finding, quote)}.`;
  return [
    `${toolWords(finding, quote)}: ${rowSays(finding)}.`,
    `Target: ${targetWords(finding, quote)}.`,
    `Decision: ${decisionWords(finding, quote)}.`,
    ...(hasReason(finding) ? [`Reason: ${whyWords(finding, quote)}.`] : []),
    ...(nearest === null ? [] : [`Nearest: ${nearestWords(nearest, declared, quote)}.`]),
  ].join(' ');
}

/** That a call is classified as its category is no reason to a person. */
export function hasReason({ reason, category }: Finding): boolean {
  return reason !== `classified_${category}`;
}

/** Why the row of a call holds; where credentials are compared, the scope that it needs and the credential it used. */
export function whyWords({ reason, expected, credential_alias: alias }: Finding, quote: Quote): string {
  const why = reasonWords(reason, quote);
  const used = typeof alias === 'string' ? `, and used the credential ${quote(alias)}` : '';
  return expected === null ? why : `${why}; the call needs ${quote(expected)}${used}`;
}

const LOAD_CLASS =
  'give the classifier file of the class (`--classifiers`), the same as where the call was recorded: what is declared for the class is not compared without it';

/** What a row says of a call. No classifier knew a tool that a loaded one knows. */
export function rowSays({ row, reason }: Pick<Finding, 'row' | 'reason'>): string {
  const { says } = ROW_WORDS[row];
  return isSilence(reason)
    ? says.replace(' that no classifier knows', ' that no classifier knew when it was recorded')
    : says;
}

/** What to do about a finding; where its reason asks for something else than its row does, that. */
export function remedyWords({ row, reason, nearest }: Finding): string {
  if (nearest?.class_not_loaded) return LOAD_CLASS;
  return (row === GAP_ROW ? gapRemedy(reason) : callRemedy(row, reason)) ?? ROW_WORDS[row].remedy;
}
