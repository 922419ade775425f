import { type LoadedClassifiers, rulesOf, sharedNames } from '../classifier-file/load.ts';
import type { RuleSet } from '../classify/rule-set.ts';
import { readClassifiers } from '../schema/classifiers-reading.ts';
import { jsonOf } from './json-of.ts';

/**
 * The built-in classifiers and those of files, each parsed or as text (JSON or YAML), for the option `classifiers` of
 * `gate`, `expectWithinDeclared` and `readDeclaredSurface`.
 *
 * @throws {TypeError} where a file is not valid, with all that is wrong with all of them.
 * @example const classifiers = loadClassifiers([readFileSync('my-tools.yaml', 'utf8')]);
 */
export function loadClassifiers(files: readonly (string | object)[]): RuleSet {
  if (!Array.isArray(files)) throw new TypeError('Expected `files` to be an array, got something else');
  const loaded: LoadedClassifiers[] = [];
  const wrong: string[] = [];
  files.forEach((file: string | object, index) => {
    const isText = typeof file === 'string';
    const reading = readClassifiers(isText ? file : jsonOf(file, `files[${index}]`));
    if (!('errors' in reading)) loaded.push(reading);
    else {
      for (const { line, column, message } of reading.errors) {
        const place = isText && line !== undefined ? `:${line}:${column}` : '';
        wrong.push(`files[${index}]${place}: ${message}`);
      }
    }
  });
  for (const name of sharedNames(loaded)) {
    wrong.push(
      `Expected \`files\` to be files of different names, got two that are called \`${name}\` and differ`,
    );
  }
  if (wrong.length > 0) {
    throw new TypeError(`Expected classifier files that are valid, got errors\n${wrong.join('\n')}`);
  }
  return rulesOf(loaded);
}
