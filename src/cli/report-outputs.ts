import { REPORTERS, reporterOf } from '../report/registry.ts';
import type { Reporter } from '../report/reporter.ts';

/** `--format` and `--out` as they stand on the command line. */
export interface OutputWord {
  readonly option: 'format' | 'out';
  readonly value: string;
}

/** One report: to a file, or to stdout. */
export interface ReportOutput {
  readonly reporter: Reporter;
  readonly file: string | undefined;
}

/** Where reports go, or what is wrong with what was asked for. */
export type ReportOutputs =
  | {
      readonly outputs: readonly ReportOutput[];
      /** Files that get another format than their name says: perhaps it was meant for stdout. */
      readonly notes: readonly string[];
    }
  | { readonly problem: string };

/**
 * Which report goes where. A file takes the format that is named just before it, where that has no file yet, else the
 * one that its name ends with. One format may be left for stdout; where none is, stdout gets text.
 */
export function reportOutputs(words: readonly OutputWord[]): ReportOutputs {
  const files: ReportOutput[] = [];
  const notes: string[] = [];
  const waiting: Reporter[] = [];
  let last: Reporter | undefined;
  for (const { option, value } of words) {
    if (option === 'format') {
      const reporter = reporterOf(value);
      if (reporter === undefined)
        return { problem: `Expected \`--format\` to be ${FORMATS}, got another word` };
      waiting.push(reporter);
      last = reporter;
      continue;
    }
    if (value === '' || value === '-') return { problem: NO_FILE };
    if (files.some(({ file }) => file === value)) return { problem: SAME_FILE };
    const byName = reporterByName(value);
    const reporter = last ?? byName;
    if (reporter === undefined) return { problem: NO_EXTENSION };
    if (byName !== undefined && byName.extension !== reporter.extension) {
      notes.push(
        `${value} gets ${reporter.format}, as the \`--format\` just before it says, not ${byName.format}`,
      );
    }
    if (last !== undefined) waiting.pop();
    last = undefined;
    files.push({ reporter, file: value });
  }
  const [reporter = REPORTERS[0], ...more] = waiting;
  if (more.length > 0) return { problem: TWO_FORMATS };
  return { outputs: [...files, { reporter, file: undefined }], notes };
}

/** `.sarif.json` is SARIF too, as its standard says. */
function reporterByName(file: string): Reporter | undefined {
  const name = file.toLowerCase();
  if (name.endsWith('.sarif.json')) return reporterOf('sarif');
  return REPORTERS.find(({ extension }) => name.endsWith(`.${extension}`));
}

const FORMATS = listed(REPORTERS.map(({ format }) => format));
const EXTENSIONS = listed([...new Set(REPORTERS.map(({ extension }) => `.${extension}`))]);

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const NO_FILE = 'Expected `--out` to be a file, got none; a `--format` without a file goes to stdout';
const SAME_FILE = 'Expected each `--out` to be a file of its own, got one twice';
const NO_EXTENSION = `Expected the file of \`--out\` to end with ${EXTENSIONS}, or a \`--format\` just before it, got neither; for example --format sarif --out report`;
const TWO_FORMATS =
  'Expected at most one `--format` without a file, since it goes to stdout, got more; give each its `--out` just after it';
