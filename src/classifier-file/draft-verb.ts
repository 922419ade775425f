import { label } from '../redact/label.ts';
import type { DraftInput } from './draft-tool.ts';
import { VERB_ARGUMENTS, verbIn, wordsOf } from './draft-words.ts';
import { CLASSIFIER_LIMITS, FORMS } from './forms.ts';

/** What nobody but a person can say. No form of a classifier file takes it. */
export const TODO = 'TODO';

/** The verb of a drafted tool, or the argument in which it has it; `TODO` where neither says one. */
export type DraftVerb =
  | string
  | { readonly argument: string; readonly verbs: Readonly<Record<string, string>> };

/**
 * A tool with a listed argument such as `method` does what that says: one verb for each of its values. Else the verb is
 * the first word of the tool's name, where that is one.
 */
export function draftVerb(leaf: string, inputs: readonly DraftInput[]): DraftVerb {
  for (const argument of VERB_ARGUMENTS) {
    const input = inputs.find(({ name }) => name === argument);
    const verbs = verbsOf(input?.choices ?? []);
    if (verbs.length > 0) return { argument, verbs: Object.fromEntries(verbs) };
  }
  return verbIn(leaf) ?? TODO;
}

/** A value that is not listed here makes a call incomplete, never clean. */
function verbsOf(choices: readonly string[]): readonly (readonly [string, string])[] {
  const usable = choices.filter((value) => PRINTABLE.test(value) && label(value).value === value);
  return [...new Set(usable)]
    .sort()
    .slice(0, CLASSIFIER_LIMITS.verbs)
    .map((value) => {
      const verb = wordsOf(value).join('_');
      return [value, FORMS.verb.pattern.test(verb) ? verb : TODO];
    });
}

const PRINTABLE = /^[\x20-\x7e]{1,128}$/;
