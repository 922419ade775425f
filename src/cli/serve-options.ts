import { type Command, InvalidArgumentError, Option } from 'commander';
import { bindOption, classifiersOption, manifestOption } from './classifiers-option.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { parseDuration } from './duration.ts';
import { parseListenAddress } from './listen-address.ts';
import type { Printer } from './printer.ts';
import { type ServeOptions, serveCommand } from './serve-command.ts';
import { SERVE_DESCRIPTION, SERVE_HELP } from './serve-help.ts';
import { toolSpansOption } from './tool-spans-option.ts';

/** What the command is given beside its options. */
interface Surroundings {
  readonly io: CommandIo;
  readonly printer: Printer;
  readonly setExitCode: (code: ExitCode) => void;
}

/** Adds `assay-otel serve`. Nothing that is wrong with its options is told with what was given: that may be a secret. */
export function addServeCommand(program: Command, { io, printer, setExitCode }: Surroundings): void {
  const command = program.command('serve');
  const checked = (flags: string, description: string, parse: (text: string) => unknown): Option =>
    new Option(flags, description).argParser((text) => {
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        return command.error(`error: option '${flags}' is invalid. ${error.message}`);
      }
    });
  /** With a default, which the help shows as it would be written. */
  const preset = (
    flags: string,
    description: string,
    parse: (text: string) => unknown,
    standard: string,
  ): Option => checked(flags, description, parse).default(parse(standard), standard);
  command
    .configureOutput(withoutValues(command))
    .summary('receive traces over OTLP/HTTP and make tool-decision surfaces of them')
    .description(SERVE_DESCRIPTION)
    .addOption(
      preset(
        '--listen <host:port>',
        'where to take OTLP/HTTP; port 0 is any that is free',
        parseListenAddress,
        '127.0.0.1:4318',
      ),
    )
    .option('--out <dir>', 'write five files per run into this directory instead of lines')
    .option('--data <dir>', 'keep what was acknowledged in this directory until its run is written')
    .addOption(
      preset(
        '--idle <duration>',
        'write a run once nothing of it has come for this time (30s, 10m, 2h)',
        parseDuration,
        '10m',
      ),
    )
    .addOption(
      preset(
        '--grace <duration>',
        'write a run whose root has come once nothing of it has come for this time',
        parseDuration,
        '5s',
      ),
    )
    .addOption(toolSpansOption())
    .addOption(classifiersOption())
    .addOption(bindOption())
    .addOption(manifestOption())
    .option('--run-key <key>', 'attribute that holds the id of the run where assay.run.id does not')
    .option('--all-runs', 'write every trace, also those without a call or anything else of ours', false)
    .addOption(
      checked(
        '--forward <url>',
        'pass spans and our log records on to this OTLP/HTTP endpoint, scrubbed',
        parseEndpoint,
      ),
    )
    .option('--token-file <file>', 'take only requests that bear the token in this file')
    .option('--tls-cert <file>', 'certificate (PEM); with --tls-key')
    .option('--tls-key <file>', 'its key (PEM)')
    .addOption(
      checked(
        '--max-body <MiB>',
        'a body as it comes (default: 20, less where memory is short)',
        parseMebibytes,
      ),
    )
    .addOption(
      checked(
        '--max-inflated <MiB>',
        'a body once it is decompressed (default: 64, less where memory is short)',
        parseMebibytes,
      ),
    )
    .addOption(checked('--max-requests <n>', 'requests under way at once (default: 64)', parseCount))
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeOptions) => {
      setExitCode(await serveCommand(options, io, printer));
    });
}

/** An option that nobody knows is told by its name alone. */
function withoutValues(command: Command) {
  const { outputError } = command.configureOutput();
  return {
    outputError: (text: string, write: (text: string) => void): void => {
      const told = text.replace(/^(error: unknown option '[^'=]*)=.*'(?=\n|$)/s, "$1'");
      if (outputError === undefined) write(told);
      else outputError(told, write);
    },
  };
}

const SIGNAL_PATH = /\/v1\/(?:traces|logs|metrics)\/*$/;

function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && SIGNAL_PATH.test(url.pathname)) {
    throw new InvalidArgumentError(
      'Expected the URL before /v1/traces, since that is added, got one with it; leave it off.',
    );
  }
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new InvalidArgumentError(
    'Expected an http or https URL without a user, a query or a fragment; /v1/traces and /v1/logs are added.',
  );
}

const MEBIBYTE = 1024 * 1024;

/** A body becomes one text, which has a limit of its own. */
const MOST_MEBIBYTES = 256;

function parseMebibytes(text: string): number {
  const count = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_MEBIBYTES) return count * MEBIBYTE;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MOST_MEBIBYTES}.`);
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 99999.');
}
