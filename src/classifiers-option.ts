import {
  classifierMessages,
  type LoadedClassifiers,
  loadClassifiers,
  rulesOf,
} from './classifier-file/load.ts';
import { BUILT_IN, type RuleSet } from './classify/rule-set.ts';

/** The rules that the `classifiers` option asks for; every problem of every file is added to `issues`. */
export function classifiersOption(value: unknown, issues: string[]): RuleSet {
  if (value === undefined) return BUILT_IN;
  if (!Array.isArray(value)) {
    issues.push('Expected `classifiers` to be an array of classifier files, got something else');
    return BUILT_IN;
  }
  const loaded: LoadedClassifiers[] = [];
  value.forEach((entry: unknown, index) => {
    const subject = `classifiers[${index}]`;
    const document = typeof entry === 'string' ? parsedFile(entry, subject, issues) : entry;
    if (document === undefined) return;
    const reading = loadClassifiers(document);
    if ('problems' in reading) issues.push(...classifierMessages(subject, reading.problems));
    else loaded.push(reading);
  });
  return rulesOf(loaded);
}

/** Reads a JSON file; what is wrong is said without its contents. */
function parsedFile(path: string, subject: string, issues: string[]): unknown {
  // Not imported: this entry loads no built-in, and runs where there is no file system.
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (files === undefined) {
    issues.push(`Expected \`${subject}\` to be a parsed file here, where no file can be read`);
    return undefined;
  }
  let text: string;
  try {
    text = files.readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as { code?: string };
    issues.push(`Expected \`${subject}\` to be the path of a readable JSON file, got ${code}`);
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    const advice = /\.ya?ml$/i.test(path) ? '; in a process, convert YAML to JSON first' : '';
    issues.push(`Expected \`${subject}\` to be the path of a JSON file, got text that is no JSON${advice}`);
    return undefined;
  }
}
