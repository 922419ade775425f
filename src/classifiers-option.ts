import {
  classifierMessages,
  type LoadedClassifiers,
  loadClassifiers,
  rulesOf,
  sharedNames,
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
    if (entry === undefined)
      issues.push(`Expected \`${subject}\` to be a classifier file or a path, got undefined`);
    const document = typeof entry === 'string' ? parsedFile(entry, subject, issues) : entry;
    if (document === undefined) return;
    const reading = loadClassifiers(document);
    if ('problems' in reading) issues.push(...classifierMessages(subject, reading.problems));
    else loaded.push(reading);
  });
  for (const name of sharedNames(loaded)) {
    issues.push(
      `Expected \`classifiers\` to be files of different names, got two that are called \`${name}\` and differ`,
    );
  }
  return rulesOf(loaded);
}

/** In bytes, as much as the command line reads of one; nothing that is written by hand is nearly as long. */
const MAX_BYTES = 8 * 1024 * 1024;

const YAML_ADVICE =
  '; make JSON of YAML first: `npx assay-otel classifiers check X.yaml --format json > X.json`';

/** Reads a JSON file; what is wrong is said without its contents. */
function parsedFile(path: string, subject: string, issues: string[]): unknown {
  // Not imported: this entry loads no built-in, and runs where there is no file system.
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (files === undefined) {
    issues.push(`Expected \`${subject}\` to be a parsed file here, where no file can be read`);
    return undefined;
  }
  const unreadable = (found: string): undefined => {
    issues.push(`Expected \`${subject}\` to be the path of a readable JSON file, got ${found}`);
  };
  let text: string;
  try {
    // A device or a pipe may never end.
    const stat = files.statSync(path);
    if (!stat.isFile()) return unreadable('no regular file');
    if (stat.size > MAX_BYTES) return unreadable(`more than ${MAX_BYTES} bytes`);
    text = files.readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'no path' } = error as { code?: string };
    const [, pack] = /^pack:([a-z0-9_-]{1,64})$/.exec(path) ?? [];
    return unreadable(pack === undefined ? code : `a pack: import 'assay-otel/packs/${pack}.json'`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const advice = /\.ya?ml$/i.test(path) ? YAML_ADVICE : '';
    issues.push(`Expected \`${subject}\` to be the path of a JSON file, got text that is no JSON${advice}`);
    return undefined;
  }
}
