import type { CoverageLevel } from '../gate/coverage.ts';
import { type GateOptions, gate } from '../gate/gate.ts';
import { readLevels } from '../gate/levels.ts';
import { EXIT_CODES } from '../gate/verdict.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';
import { reportOf } from '../gate-entry/report-of.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { fileShown } from './file-shown.ts';
import { outOverInput } from './out-over-input.ts';
import type { Printer } from './printer.ts';
import { type ObservedOptions, readObserved } from './read-observed.ts';
import { readRules } from './read-rules.ts';
import { readBaselineFile, readDeclaredFile } from './read-written.ts';
import { type OutputWord, reportOutputs } from './report-outputs.ts';
import { misuseOfWindow } from './store-options.ts';
import { writeReports } from './write-reports.ts';

/** What `gate` and `diff` take alike. */
export interface DiffOptions extends ObservedOptions {
  readonly declared: string;
  readonly expectRun?: readonly string[];
  readonly expectService?: readonly string[];
  /** `--format` and `--out` in their order. */
  readonly outputs: readonly OutputWord[];
}

export interface GateCommandOptions extends DiffOptions {
  readonly level?: readonly string[];
  readonly acceptCoverage?: CoverageLevel;
  readonly baseline?: string;
}

/** Declared against observed, judged. See `assay-otel gate --help`. */
export async function gateCommand(
  options: GateCommandOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const { levels, problems } = readLevels(options.level ?? []);
  for (const problem of problems) printer.fail(problem);
  if (problems.length > 0) return 2;
  const baseline =
    options.baseline === undefined ? undefined : await readBaselineFile(options.baseline, io, printer);
  if (options.baseline !== undefined && baseline === undefined) return 2;
  const judging = { levels, acceptCoverage: options.acceptCoverage, baseline: baseline?.document };
  return compare(options, judging, true, io, printer);
}

/** The same comparison without a verdict. See `assay-otel diff --help`. */
export async function diffCommand(options: DiffOptions, io: CommandIo, printer: Printer): Promise<ExitCode> {
  return compare(options, {}, false, io, printer);
}

async function compare(
  options: DiffOptions & Pick<GateCommandOptions, 'baseline'>,
  judging: Pick<GateOptions, 'levels' | 'acceptCoverage' | 'baseline'>,
  isJudged: boolean,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const misuse = misuseOfWindow(options);
  if (misuse !== undefined) {
    printer.fail(misuse);
    return 2;
  }
  const asked = reportOutputs(options.outputs);
  if ('problem' in asked) {
    printer.fail(asked.problem);
    return 2;
  }
  const over = await outOverInput(
    asked.outputs.flatMap(({ file }) => file ?? []),
    {
      written: [options.declared, options.baseline],
      documents: [...(options.surface ?? []), ...(options.health ?? [])],
      spans: options.spans ?? [],
    },
  );
  if (over !== undefined) {
    printer.fail(`Expected \`--out\` to be no file that is read, got ${over}; nothing was judged or written`);
    return 2;
  }
  for (const note of asked.notes) printer.note(note);
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const declared = await readDeclaredFile(options.declared, rules.rules, io, printer);
  if (declared === undefined) return 2;
  const runs: readonly GivenRun[] | undefined = await readObserved({ ...options, rules }, io, printer);
  if (runs === undefined) return 2;
  const diff = gate(runs, declared.document, {
    ...judging,
    today: todayOf(io),
    expectRuns: options.expectRun,
    expectServices: options.expectService,
    classifiers: rules.rules,
  });
  const file = fileShown(options.declared, io);
  const report = reportOf({ diff, runs, isJudged, file, positionOf: declared.positionOf });
  printer.endRefusals();
  if (!(await writeReports(report, asked.outputs, printer))) return 2;
  return isJudged ? EXIT_CODES[diff.verdict] : 0;
}

/** The day in UTC, `YYYY-MM-DD`. */
export function todayOf({ now = Date.now }: Pick<CommandIo, 'now'>): string {
  return new Date(now()).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
