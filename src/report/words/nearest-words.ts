import type { Nearest, NearestFailure } from '../../gate/nearest.ts';
import { lineIn } from '../place.ts';
import type { DeclaredFile } from '../report.ts';
import type { Quote } from './quote.ts';

/** Which declared action came nearest, where it stands, and all that of it does not fit. */
export function nearestWords(nearest: Nearest, declared: DeclaredFile, quote: Quote): string {
  const line = lineIn(declared, nearest.index);
  const place = `${quote(declared.file)}${line === undefined ? '' : `, line ${line}`}`;
  if (nearest.class_not_loaded) {
    return `${quote(nearest.action)} (${place}) is declared for this class, but the classifier file of the class is not loaded here: give \`--classifiers\``;
  }
  const none = nearest.class_declared ? '' : 'no action of this class is declared; ';
  return `${none}${quote(nearest.action)} (${place}): ${failuresWords(nearest, quote)}`;
}

/** `repo does not fit, owner does not fit (allowed_targets[0]); its allowed_effects do not hold the effect`. */
function failuresWords({ failed, entry }: Nearest, quote: Quote): string {
  const head = failed.flatMap(headWords);
  // Of another provider or class, the fields say nothing.
  const fields = head.length > 0 ? [] : failed.filter(({ key }) => key !== 'allowed_effects');
  const where = entry === null ? '' : ` (\`allowed_targets[${entry}]\`)`;
  const told = fields.map((field) => `${quote(field.key)} ${failureWords(field)}`);
  return [
    ...head,
    ...(told.length > 0 ? [`${told.join(', ')}${where}`] : []),
    ...failed.flatMap(({ key }) => (key === 'allowed_effects' ? [NO_EFFECT] : [])),
  ].join('; ');
}

const NO_EFFECT = 'its `allowed_effects` do not hold the effect';

function headWords(failure: NearestFailure): readonly string[] {
  switch (failure.key) {
    case 'provider':
      return [`the provider ${failureWords(failure)}`];
    case 'action_class':
      return [`the action class ${failureWords(failure)}`];
    case 'allowed_targets':
      return ['the target is not known in full'];
    default:
      return [];
  }
}

/** It differs, or the call does not say it. */
function failureWords({ case_differs }: NearestFailure): string {
  return case_differs ? 'differs in case alone' : 'does not fit';
}
