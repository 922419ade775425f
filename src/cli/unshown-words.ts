import type { ClassifierProblem } from '../classifier-file/problem.ts';
import type { UnshownField } from '../classifier-file/shown-fields.ts';
import { counted } from '../report/words/paragraph.ts';
import { misspelt } from '../schema/near-word.ts';

/**
 * What is to be told of fields that no case shows. Where an argument is nearly one that a case has and nothing reads, that
 * is a typing error. Paths of a pack are held to what its servers list, so that of its other fields nothing is told.
 */
export function unshownProblems(
  unshown: readonly UnshownField[],
  isPack: boolean,
): readonly ClassifierProblem[] {
  return unshown.flatMap(({ path, from, unread }) => {
    const typing = from.flatMap((alias, at) => {
      const found = misspelt(alias, unread);
      return found === undefined
        ? []
        : [{ path: [...path, 'from', at], message: `an argument of a case, got ${found}` }];
    });
    return typing.length > 0 || isPack ? typing : [{ path, message: UNSHOWN }];
  });
}

const UNSHOWN =
  'a field that a case shows, got one that the target of no case holds: is its `from` spelt right?';

const MOST_SHOWN = 5;

/** `, 2 fields that no case shows (crm/contact: number; crm/contact: forced)`; empty where there are none. */
export function unshownWords(unshown: readonly UnshownField[]): string {
  if (unshown.length === 0) return '';
  const shown = unshown.slice(0, MOST_SHOWN).map(({ category, key }) => `${category}: ${key}`);
  const beyond = unshown.length - shown.length;
  const rest = beyond > 0 ? ` and ${beyond} more` : '';
  return `, ${counted(unshown.length, 'field')} that no case shows (${shown.join('; ')}${rest})`;
}
