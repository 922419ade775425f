import { caseProblems } from '../classifier-file/cases.ts';
import { lintClassifiers } from '../classifier-file/lints.ts';
import type { LoadedClassifiers } from '../classifier-file/load.ts';
import type { ClassifierProblem } from '../classifier-file/problem.ts';
import { unshownFields } from '../classifier-file/shown-fields.ts';
import { counted } from '../report/words/paragraph.ts';
import { visible } from '../report/words/terminal-text.ts';
import { type ClassifiersReading, placedProblem } from '../schema/classifiers-reading.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { prettyJson } from './pretty-json.ts';
import { printText } from './print-text.ts';
import type { Printer } from './printer.ts';
import { isPack, readClassifierFile } from './read-rules.ts';
import { placeIn } from './read-written.ts';
import { unshownProblems, unshownWords } from './unshown-words.ts';

type Read = Extract<ClassifiersReading, LoadedClassifiers>;

/** Classifier files in, every error, lint and failed case out. See `assay-otel classifiers check --help`. */
export async function classifiersCheckCommand(
  paths: readonly string[],
  format: 'text' | 'json',
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  if (format === 'json' && paths.length > 1) {
    printer.fail('Expected one file with `--format json`, got more');
    return 2;
  }
  const read: { readonly path: string; readonly reading: Read }[] = [];
  for (const path of paths) {
    const reading = await readClassifierFile(path, io, printer);
    if (reading !== undefined) read.push({ path, reading });
  }
  read.forEach(({ path, reading }, index) => {
    const before = read.slice(0, index).map((other) => other.reading.file);
    const { errors, warnings } = lintClassifiers(reading.file, before);
    const place = (problem: ClassifierProblem) => placedProblem(problem, reading.positionOf);
    const inOrder = [...errors, ...caseProblems(reading.file)].map(place);
    inOrder.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    for (const issue of inOrder) printer.refuse(placeIn(path, issue), issue.message);
    const unshown = unshownProblems(unshownFields(reading.file), isPack(path));
    for (const issue of [...warnings, ...unshown].map(place))
      printer.note(issue.message, placeIn(path, issue));
  });
  printer.endRefusals();
  if (read.length === 0) {
    printer.fail('Expected a classifier file, got none that could be read; nothing was checked');
    return 2;
  }
  const [first] = read;
  if (format === 'json' && first !== undefined) {
    if (printer.refused > 0) return 1;
    return (await printText(prettyJson(first.reading.file), printer)) ? 0 : 2;
  }
  const text = read.map(({ path, reading }) => `${visible(summary(path, reading))}\n`).join('');
  if (!(await printText(text, printer))) return 2;
  return printer.refused > 0 ? 1 : 0;
}

/** What a file holds, and the version under which records name it. */
function summary(path: string, { file, version }: Read): string {
  const { categories } = file;
  const tools = categories.reduce((sum, { tools: of }) => sum + Object.keys(of).length, 0);
  const cases = categories.reduce((sum, { cases: of = [] }) => sum + of.length, 0);
  const categoriesRead = categories.length === 1 ? '1 category' : `${categories.length} categories`;
  return `${path}: ${categoriesRead}, ${counted(tools, 'tool')}, ${counted(cases, 'case')}${unshownWords(unshownFields(file))}; ${version}`;
}
