import type { Nearest } from '../../gate/nearest.ts';
import { lineIn } from '../place.ts';
import type { DeclaredFile } from '../report.ts';
import type { Quote } from './quote.ts';

/** Which declared action came nearest, where it stands, and what of it failed first. */
export function nearestWords(nearest: Nearest, declared: DeclaredFile, quote: Quote): string {
  const line = lineIn(declared, nearest.index);
  const place = `${quote(declared.file)}${line === undefined ? '' : `, line ${line}`}`;
  return `${quote(nearest.action)} (${place}): ${failureWords(nearest, quote)}`;
}

/** `repo does not fit`: it differs, or the call does not say it. */
function failureWords({ key, entry, case_differs }: Nearest, quote: Quote): string {
  const fails = case_differs ? 'differs in case alone' : 'does not fit';
  const where = entry === null ? '' : ` (\`allowed_targets[${entry}]\`)`;
  switch (key) {
    case 'provider':
      return `the provider ${fails}`;
    case 'action_class':
      return `the action class ${fails}`;
    case 'allowed_effects':
      return 'its `allowed_effects` do not hold the effect';
    case 'allowed_targets':
      return 'the target is not known in full';
    default:
      return `${quote(key)} ${fails}${where}`;
  }
}
