import { type Command, InvalidArgumentError, Option } from 'commander';
import { COVERAGE_LEVELS } from '../gate/coverage.ts';
import { calendarDate } from '../schema/declared-shapes.ts';
import { BASELINE_DESCRIPTION, BASELINE_HELP, DECLARE_DESCRIPTION, DECLARE_HELP } from './accepting-help.ts';
import { type BaselineOptions, baselineCommand } from './baseline-command.ts';
import { bindOption, classifiersOption, manifestOption } from './classifiers-option.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { type DeclareOptions, declareCommand } from './declare-command.ts';
import { type DiffOptions, diffCommand, type GateCommandOptions, gateCommand } from './gate-command.ts';
import { DIFF_DESCRIPTION, DIFF_HELP, GATE_DESCRIPTION, GATE_HELP } from './gate-help.ts';
import type { Printer } from './printer.ts';
import type { OutputWord } from './report-outputs.ts';
import { fromOption, sinceOption, untilOption } from './store-options.ts';
import { toolSpansOption } from './tool-spans-option.ts';
import { type VerifyOptions, verifyCommand } from './verify-command.ts';
import { VERIFY_DESCRIPTION, VERIFY_HELP } from './verify-help.ts';

/** What a command is given beside its options. */
export interface Surroundings {
  readonly io: CommandIo;
  readonly printer: Printer;
  readonly setExitCode: (code: ExitCode) => void;
}

/** Adds the commands that hold what was observed against what was declared, or against what providers recorded. */
export function addJudgingCommands(program: Command, { io, printer, setExitCode }: Surroundings): void {
  const outputs = { gate: [] as OutputWord[], diff: [] as OutputWord[] };

  const gate = compared(program.command('gate'), outputs.gate)
    .summary('judge what was observed by what was declared: pass, fail or inconclusive')
    .description(GATE_DESCRIPTION)
    .addHelpText('after', GATE_HELP);
  withLevels(gate)
    .addOption(
      new Option('--accept-coverage <level>', 'the least coverage that is enough')
        .choices(COVERAGE_LEVELS)
        .default('complete'),
    )
    .option('--baseline <file>', 'findings that a person has accepted (assay-otel baseline)', once())
    .action(async (options: Omit<GateCommandOptions, 'outputs'>) => {
      setExitCode(await gateCommand({ ...options, outputs: outputs.gate }, io, printer));
    });

  compared(program.command('diff'), outputs.diff)
    .summary('compare what was observed with what was declared, without a verdict')
    .description(DIFF_DESCRIPTION)
    .addHelpText('after', DIFF_HELP)
    .action(async (options: Omit<DiffOptions, 'outputs'>) => {
      setExitCode(await diffCommand({ ...options, outputs: outputs.diff }, io, printer));
    });

  readingSpans(
    program
      .command('declare')
      .summary('draft a declared surface from what was observed, for a person to review')
      .description(DECLARE_DESCRIPTION)
      .argument('[path...]', 'surfaces, lines of surface, or directories of *.surface.json; - is stdin')
      .option('--surface <path...>', 'the same, as the other commands name them')
      .option('--spans [path...]', 'read OTLP traces instead')
      .addOption(classifiersOption()),
  )
    .addOption(fromOption())
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(writtenFormat())
    .addHelpText('after', DECLARE_HELP)
    .action(async (paths: string[], options: DeclareOptions) => {
      setExitCode(await declareCommand(paths, options, io, printer));
    });

  const baseline = withLevels(observed(declaring(program.command('baseline'))));
  baseline
    .summary('accept what stands in the way of a pass, with a reason')
    .description(BASELINE_DESCRIPTION)
    .addOption(fromOption())
    .addOption(sinceOption())
    .requiredOption('--reason <text>', 'why these findings are accepted; stands in each new entry', once())
    .option('--until <date>', 'last day on which the new entries hold, YYYY-MM-DD, UTC', once(parseDay))
    .option('--baseline <file>', 'entries to keep', once())
    .addOption(writtenFormat())
    .addHelpText('after', BASELINE_HELP)
    .action(async (options: BaselineOptions) => {
      setExitCode(await baselineCommand(options, io, printer));
    });

  withoutPaths(program.command('verify'))
    .summary("confirm calls with audit records of the tools' providers")
    .description(VERIFY_DESCRIPTION)
    .requiredOption('--surface <path...>', SURFACES)
    .requiredOption(
      '--audit <file...>',
      'provider audit records, one per line or in a JSON array; - is stdin',
    )
    .option('--out <dir>', 'write the surfaces with what was confirmed into this directory', once())
    .addOption(classifiersOption())
    .addOption(
      new Option('--format <format>', 'text: for a person; json: the verification, one line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', VERIFY_HELP)
    .action(async (options: VerifyOptions) => {
      setExitCode(await verifyCommand(options, io, printer));
    });
}

const SURFACES = 'surfaces, lines of surface, or directories of *.surface.json; - is stdin';

/** What `gate` and `diff` take alike. `--format` and `--out` are kept in their order. */
function compared(command: Command, outputs: OutputWord[]): Command {
  const keep = (option: OutputWord['option']) => (value: string) => {
    outputs.push({ option, value });
    return value;
  };
  return observed(declaring(command))
    .addOption(fromOption())
    .addOption(sinceOption())
    .addOption(untilOption())
    .option('--expect-run <id...>', 'a run that must have been seen')
    .option('--expect-service <name...>', 'a service that must have been seen')
    .option(
      '--format <format>',
      'of the report on stdout, or of the --out just after it; the formats are listed below',
      keep('format'),
    )
    .option(
      '--out <file>',
      'write a report to this file; its name says the format where --format does not',
      keep('out'),
    );
}

function declaring(command: Command): Command {
  return command
    .requiredOption('--declared <file>', 'the declared surface, JSON or YAML', once())
    .addOption(classifiersOption());
}

function observed(command: Command): Command {
  return withoutPaths(
    readingSpans(
      command
        .option('--surface <path...>', SURFACES)
        .option('--health <path...>', 'health documents for --surface files of the same name, X.health.json')
        .option('--spans <path...>', 'read OTLP traces instead, as assay-otel surface does; - is stdin'),
    ),
  );
}

/** `declare` takes paths by themselves; whoever gives another command one is told how it takes them. */
function withoutPaths(command: Command): Command {
  const { outputError } = command.configureOutput();
  return command.configureOutput({
    outputError: (text, write) =>
      outputError?.(/^error: too many arguments/.test(text) ? `${text.trimEnd()} ${NAMED}` : text, write),
  });
}

const NAMED = 'Surfaces are named with --surface PATH..., traces with --spans PATH...';

function readingSpans(command: Command): Command {
  return command
    .addOption(toolSpansOption())
    .addOption(bindOption())
    .addOption(manifestOption())
    .option(
      '--run-key <key>',
      'with --spans: attribute that holds the id of the run where assay.run.id does not',
    );
}

function withLevels(command: Command): Command {
  return command.option('--level <row=level...>', 'set the level of a row of the table (docs/gate.md)');
}

function writtenFormat(): Option {
  return new Option('--format <format>', 'yaml: with comments; json: without')
    .choices(['yaml', 'json'])
    .default('yaml');
}

/** Takes an option once: of two files the later would be read in place of the first, without a word. */
function once(parse: (text: string) => string = (text) => text): (text: string) => string {
  let isTaken = false;
  return (text) => {
    if (isTaken) throw new InvalidArgumentError('Expected it once, got it twice.');
    isTaken = true;
    return parse(text);
  };
}

function parseDay(text: string): string {
  if (calendarDate.safeParse(text).success) return text;
  throw new InvalidArgumentError('Expected a date, YYYY-MM-DD, such as 2027-03-31.');
}
