import { Command, CommanderError, Option } from 'commander';
import { visible } from '../report/words/terminal-text.ts';
import { VERSION } from '../version.ts';
import { bindOption, classifiersOption, manifestOption } from './classifiers-option.ts';
import { addClassifiersCommand } from './classifiers-options.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { addDoctorCommand } from './doctor-options.ts';
import { parseDuration } from './duration.ts';
import { addExplainCommand } from './explain-options.ts';
import { type HealthOptions, healthCommand } from './health-command.ts';
import {
  HEALTH_DESCRIPTION,
  HEALTH_HELP,
  MERGE_DESCRIPTION,
  MERGE_HELP,
  PROGRAM_HELP,
  SURFACE_DESCRIPTION,
  SURFACE_HELP,
  VALIDATE_DESCRIPTION,
  VALIDATE_HELP,
} from './help.ts';
import { addJudgingCommands } from './judging-commands.ts';
import { type MergeOptions, mergeCommand } from './merge-command.ts';
import { Printer } from './printer.ts';
import type { RulesOptions } from './read-rules.ts';
import { addServeCommand } from './serve-options.ts';
import { fromOption, type StoreOptions, shardOption, sinceOption, untilOption } from './store-options.ts';
import type { SurfaceOptions } from './surface-command.ts';
import { surfaceOf } from './surface-source.ts';
import { toolSpansOption } from './tool-spans-option.ts';
import { validateCommand } from './validate-command.ts';

/**
 * Runs the command line `args` (without the program's own name) and returns its exit code: 0 all is well, 1
 * something was refused and the rest was done, or a judgement fails, 2 wrong usage, nothing that could be read, or a
 * failure of its own, 3 a judgement is inconclusive.
 */
export async function runCommandLine(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = buildProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // Its name alone: the message of an error that nobody expected may quote what was read.
    const name = error instanceof Error ? error.name : typeof error;
    io.stderr.write(`error: Expected to finish, but assay-otel itself failed (${name}); please report it\n`);
    return 2;
  }
  return exitCode;
}

function buildProgram(io: CommandIo, setExitCode: (code: ExitCode) => void): Command {
  // Before anything is written: it is the one that expects a closed pipe.
  const printer = new Printer(io);
  const program = new Command('assay-otel')
    .description('Evidence of what AI agents did through MCP tools, from OpenTelemetry traces.')
    .version(VERSION)
    // `-V` after a command would end with 0 and nothing judged.
    .enablePositionalOptions()
    .addHelpText('after', PROGRAM_HELP)
    .showHelpAfterError('(add --help for examples)')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      // Messages quote arguments; the only line break that is no part of one is before a suggestion.
      outputError: (text, write) =>
        write(
          `${text
            .trimEnd()
            .split(/\n(?=\(Did you mean )/)
            .map(visible)
            .join('\n')}\n`,
        ),
    })
    .exitOverride();

  program
    .command('surface')
    .summary('make tool-decision surfaces from stored traces')
    .description(SURFACE_DESCRIPTION)
    .argument(
      '[path...]',
      'OTLP traces and logs, JSON or protobuf: files, or directories of them; - is stdin',
    )
    .option('--out <dir>', 'write five files per run into this directory instead of lines; or clickhouse://…')
    .option(
      '--idle <duration>',
      'write a run while reading, once nothing of it has come for this time (30s, 10m, 2h)',
      parseDuration,
    )
    .option('--follow', 'go on with one file while it grows and is rotated, until a signal ends it', false)
    .addOption(toolSpansOption())
    .addOption(classifiersOption())
    .addOption(bindOption())
    .addOption(manifestOption())
    .option('--run-key <key>', 'attribute that holds the id of the run where assay.run.id does not')
    .option('--all-runs', 'print every trace, also those without a call or anything else of ours', false)
    .addOption(fromOption())
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(shardOption())
    .addHelpText('after', SURFACE_HELP)
    .action(async (files: string[], options: SurfaceOptions & StoreOptions) => {
      setExitCode(await surfaceOf(files, options, io, printer));
    });

  addExplainCommand(program, { io, printer, setExitCode });

  program
    .command('health')
    .summary('say in words what was seen, what is missing, and what may be claimed')
    .description(HEALTH_DESCRIPTION)
    .argument('<path...>', 'health documents, lines of surface, or directories of *.health.json; - is stdin')
    .addOption(
      new Option('--format <format>', 'text: for a person; json: the health documents, one per line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', HEALTH_HELP)
    .action(async (paths: string[], options: HealthOptions) => {
      setExitCode(await healthCommand(paths, options, io, printer));
    });

  program
    .command('merge')
    .summary('unite the evidence of runs that was written in parts')
    .description(MERGE_DESCRIPTION)
    .argument(
      '<path...>',
      'state documents, one per file or line, or directories of *.state.json; - is stdin',
    )
    .option('--documents', 'print the documents of each run instead, as lines of surface', false)
    .option('--out <dir>', 'write five files per run into this directory, as surface does')
    .option(
      '--all-runs',
      'with --documents or --out: also runs without a call or anything else of ours',
      false,
    )
    .addHelpText('after', MERGE_HELP)
    .action(async (paths: string[], options: MergeOptions) => {
      setExitCode(await mergeCommand(paths, options, io, printer));
    });

  addJudgingCommands(program, { io, printer, setExitCode });

  addClassifiersCommand(program, { io, printer, setExitCode });

  addServeCommand(program, { io, printer, setExitCode });

  addDoctorCommand(program, { io, printer, setExitCode });

  program
    .command('validate')
    .summary('check documents: what was observed, what was declared and accepted, audit records')
    .description(VALIDATE_DESCRIPTION)
    .argument('<path...>', 'JSON or NDJSON files, YAML files, or directories of *.json; - is stdin')
    .addOption(classifiersOption())
    .addHelpText('after', VALIDATE_HELP)
    .action(async (paths: string[], options: Pick<RulesOptions, 'classifiers'>) => {
      setExitCode(await validateCommand(paths, options, io, printer));
    });

  return program;
}
