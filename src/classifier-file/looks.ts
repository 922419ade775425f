import { isSecretKey } from '../classify/secret-keys.ts';

/** Words in a name that say its value names a person, a place or an account, or is what somebody wrote. */
const IDENTIFYING = new Set(
  'id ids uid guid email emails mail user users username login member members principal account owner name names title path paths file url uri phone address channel subject description'.split(
    ' ',
  ),
);

/** Names whose value is what was run or written. It is read by nobody, hashed or not. */
const CONTENT = new Set(
  'content contents body text message messages sql query queries command commands cmd script code statement statements html markdown blocks patch diff value values data payload prompt'.split(
    ' ',
  ),
);

/** Whether a path or key looks as if its value could tell who or where. */
export function looksIdentifying(name: string): boolean {
  return wordsOf(lastStep(name)).some((word) => IDENTIFYING.has(word));
}

/** Whether a path leads to what a caller wrote, or to a secret. */
export function looksLikeContent(path: string): boolean {
  const step = lastStep(path);
  return CONTENT.has(step.toLowerCase()) || isSecretKey(step);
}

function lastStep(path: string): string {
  return path.replaceAll('[]', '').split('.').at(-1) ?? '';
}

/** `pullNumber`, `pull_number` and `pull-number` are two words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
