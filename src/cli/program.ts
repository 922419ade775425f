import { Command, CommanderError, Option } from 'commander';
import { VERSION } from '../version.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { type HealthOptions, healthCommand } from './health-command.ts';
import { Printer } from './printer.ts';
import { type SurfaceOptions, surfaceCommand } from './surface-command.ts';
import { validateCommand } from './validate-command.ts';

/**
 * Runs the command line `args` (without the program's own name) and returns its exit code: 0 all is well, 1
 * something was refused and the rest was done, 2 wrong usage, nothing that could be read, or a failure of its own.
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
    .addHelpText('after', PROGRAM_HELP)
    .showHelpAfterError('(add --help for examples)')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    })
    .exitOverride();

  program
    .command('surface')
    .summary('make tool-decision surfaces from stored traces')
    .description(SURFACE_DESCRIPTION)
    .argument('<file...>', 'OTLP/JSON: one document, or one per line; gzip or not; - is stdin')
    .option(
      '--out <dir>',
      'write <run>.surface.json, <run>.health.json and <run>.index.json into this directory instead of lines',
    )
    .addOption(
      new Option(
        '--tool-spans <kind>',
        "mcp: proven MCP calls; all: frameworks' tool spans too, which may be local functions",
      )
        .choices(['mcp', 'all'])
        .default('mcp'),
    )
    .option('--run-key <key>', 'attribute that holds the id of the run where assay.run.id does not')
    .option('--all-runs', 'print every trace, also those without a call or anything else of ours', false)
    .addHelpText('after', SURFACE_HELP)
    .action(async (files: string[], options: SurfaceOptions) => {
      setExitCode(await surfaceCommand(files, options, io, printer));
    });

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
    .command('validate')
    .summary('check surfaces, health documents, indexes, records and checkpoints')
    .description(VALIDATE_DESCRIPTION)
    .argument('<path...>', 'JSON or NDJSON files, or directories of *.json; - is stdin')
    .addHelpText('after', VALIDATE_HELP)
    .action(async (paths: string[]) => {
      setExitCode(await validateCommand(paths, io, printer));
    });

  return program;
}

const EXIT_CODES = `
Exit codes:
  0  all was read
  1  something was refused: each is a line on stderr with file, line, position and field; the rest was done
     (the first 100 of a document and 10,000 in all, then a count)
  2  wrong usage, or nothing could be read`;

const PROGRAM_HELP = `
Examples:
  $ assay-otel surface traces.jsonl | jq .surface
  $ assay-otel surface traces.jsonl --out surfaces && assay-otel validate surfaces
  $ assay-otel health surfaces

Run "assay-otel help surface" for what goes in and what comes out.`;

const SURFACE_DESCRIPTION = paragraphs(
  [
    "Reads traces as the Collector's file exporter (format: json) or an OTLP/HTTP JSON exporter writes them, and",
    'prints one line of canonical JSON per run: { run_id, surface, health, index }. The surface holds one decision',
    'record per MCP tools/call: tool, server, classified action with a redacted target, policy decision, response.',
    'The health document says what is missing, how that is known, and what may be claimed. The index leads from',
    'each record to its spans. The same spans in any order, split over any files or repeated, give the same bytes.',
  ],
  [
    'A run is a trace, or all traces with the same assay.run.id. Records that the span processor wrote are taken as',
    'they are; for other spans the record is made here, from what the span says.',
  ],
);

const SURFACE_HELP = `
Examples:
  $ assay-otel surface traces.jsonl
  $ assay-otel surface traces-*.jsonl.gz --out surfaces
  $ kubectl exec otelcol -- cat /data/traces.jsonl | assay-otel surface -
  $ assay-otel surface traces.jsonl --run-key ci.pipeline.run.id

Limits:
  64 MiB for one document of the input; 512 MiB for one run, as JSON text (about 480,000 calls).
  All spans are held in memory until the input ends, calls at about 12 kB each while a run is written: split very
  large inputs by run, or give node more with NODE_OPTIONS=--max-old-space-size.
${EXIT_CODES}`;

const HEALTH_DESCRIPTION = paragraphs(
  [
    'Says of each run, in words: which calls were seen, what was in scope and when, what is missing with its numbers and',
    'what to do about it, what bounds a claim, and which claims may be made: that what was seen was seen, that no tool',
    'was used, that no undeclared tool was used. For a claim that may not be made it names what blocks it.',
  ],
  [
    'A run is complete where every call that its processes numbered has arrived, sealed by a last checkpoint; partial',
    'where something is missing or cannot be vouched for; unknown where no emitter speaks for it. Absence means',
    'something in a complete run alone, and only within its scope.',
  ],
);

const HEALTH_HELP = `
Examples:
  $ assay-otel surface traces.jsonl | assay-otel health -
  $ assay-otel surface traces.jsonl --out surfaces && assay-otel health surfaces
  $ assay-otel health surfaces --format json | jq 'select(.coverage.state != "complete") | .run_id'

Exit codes:
  0  health was read, whatever it says; each document that was refused is told on stderr
  2  wrong usage, or no health could be read`;

const VALIDATE_DESCRIPTION = paragraphs(
  [
    'Checks artifacts against their schemas and against the rules between their fields. Which artifact a document is',
    'shows in its "schema" or its fields: a surface, a health document, an index, a decision record, a checkpoint, or',
    'a line of "assay-otel surface".',
  ],
  ['Prints nothing where all is well, else every error with its path; never a value of a document.'],
);

const VALIDATE_HELP = `
Examples:
  $ assay-otel validate surfaces/
  $ assay-otel surface traces.jsonl | assay-otel validate -
${EXIT_CODES}`;

/** Joined, since commander wraps each paragraph to the terminal. */
function paragraphs(...lines: readonly (readonly string[])[]): string {
  return lines.map((paragraph) => paragraph.join(' ')).join('\n\n');
}
