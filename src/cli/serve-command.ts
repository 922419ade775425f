import { readFile } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import type { Settings } from '../config.ts';
import { DataInUseError } from '../serve/journal/data-lock.ts';
import { Receiver } from '../serve/receiver.ts';
import { limitsFor, type ServeLimits } from '../serve/serve-limits.ts';
import { SinkError } from '../sinks/sink-error.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Printer } from './printer.ts';
import { factReader } from './read-fact.ts';
import { logFactReader } from './read-log-fact.ts';
import { serveOutput } from './serve-output.ts';

export interface ServeOptions {
  readonly listen: ListenAddress;
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string;
  readonly allRuns: boolean;
  readonly out?: string;
  readonly data?: string;
  readonly forward?: URL;
  readonly tokenFile?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Milliseconds. */
  readonly idle: number;
  /** Milliseconds. */
  readonly grace: number;
  /** Bytes. */
  readonly maxBody?: number;
  /** Bytes. */
  readonly maxInflated?: number;
  readonly maxRequests?: number;
}

/** OTLP/HTTP in, one line or one set of files per run out, until it is stopped. See `assay-otel serve --help`. */
export async function serveCommand(
  options: ServeOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const say = (line: string): void => printer.note(line);
  try {
    return await serve(options, io, printer, say);
  } catch (error) {
    const failure = failureOf(error, options);
    if (failure === undefined) throw error;
    printer.fail(failure);
    return 2;
  }
}

async function serve(
  options: ServeOptions,
  io: CommandIo,
  printer: Printer,
  say: (line: string) => void,
): Promise<ExitCode> {
  const { listen, toolSpans, runKey } = options;
  const reading = { toolSpans, runKey };
  const heapLimit = io.heapLimit ?? getHeapStatistics().heap_size_limit;
  let stop: (isGone: boolean) => void = () => {};
  const stopped = new Promise<boolean>((resolve) => {
    stop = resolve;
  });
  // From the first moment: whoever starts it may stop it while it still reads its journal.
  const forget = io.onStop?.(() => stop(false));
  try {
    const token = await tokenOf(options, io);
    const { receiver, port } = await Receiver.start({
      ...listen,
      limits: limitsOf(options, heapLimit),
      idle: options.idle,
      grace: options.grace,
      allRuns: options.allRuns,
      runKey,
      heapLimit,
      token,
      tls: await tlsOf(options),
      data: options.data,
      forward: options.forward,
      readSpan: factReader(reading),
      readLogEvent: logFactReader(reading),
      write: await serveOutput(options.out, printer),
      gone: () => stop(true),
      say,
    });
    if (!listen.isLoopback && token === undefined) say(OPEN);
    const scheme = options.tlsCert === undefined ? 'http' : 'https';
    say(`listening on ${scheme}://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${port}`);
    const isGone = await stopped;
    say(isGone ? 'stopping: nobody reads the output any more' : 'stopping: open runs are given away');
    const isDone = await receiver.stop();
    if (isGone || isDone) {
      say('stopped');
      return isGone ? 2 : 0;
    }
    const kept = options.data === undefined ? 'and they are lost' : 'they are in the journal of `--data`';
    printer.fail(`Expected the output to take the open runs, but it did not take all in time; ${kept}`);
    return 2;
  } finally {
    forget?.();
  }
}

const OPEN =
  'anybody who reaches this address can send spans and read runs: set a token (--token-file), or listen on a loopback address';

function limitsOf({ maxBody, maxInflated, maxRequests }: ServeOptions, heapLimit: number): ServeLimits {
  const limits = limitsFor(heapLimit);
  const bodyBytes = maxBody ?? limits.bodyBytes;
  const inflatedBytes = Math.max(maxInflated ?? limits.inflatedBytes, bodyBytes);
  return {
    ...limits,
    bodyBytes,
    inflatedBytes,
    heldBytes: Math.max(limits.heldBytes, 2 * inflatedBytes),
    requests: maxRequests ?? limits.requests,
  };
}

/** What is set but empty protects nobody, and nobody would notice. */
class OptionError extends Error {}

async function tokenOf({ tokenFile }: ServeOptions, { env }: CommandIo): Promise<string | undefined> {
  const given = tokenFile === undefined ? env.ASSAY_OTEL_TOKEN : await readFile(tokenFile, 'utf8');
  if (given === undefined) return undefined;
  const token = given.trim();
  if (/^\S+$/.test(token)) return token;
  const where = tokenFile === undefined ? '`ASSAY_OTEL_TOKEN`' : `the file of \`--token-file\``;
  throw new OptionError(`Expected ${where} to hold one token without white space, got none or more`);
}

async function tlsOf({ tlsCert, tlsKey }: ServeOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new OptionError('Expected `--tls-cert` and `--tls-key` together, got one of them');
  }
  const files = { cert: await readFile(tlsCert, 'utf8'), key: await readFile(tlsKey, 'utf8') };
  if (!Object.values(files).every((text) => text.includes('-----BEGIN '))) throw new OptionError(NO_PEM);
  return files;
}

const NO_PEM =
  'Expected `--tls-cert` and `--tls-key` to be a certificate and its key in PEM, got something else';

/** What to say where it cannot start; undefined where the error is another. */
function failureOf(error: unknown, { listen }: ServeOptions): string | undefined {
  const { message, code, syscall, path } = error as NodeJS.ErrnoException;
  if (error instanceof OptionError || error instanceof DataInUseError || error instanceof SinkError)
    return message;
  if (syscall === 'listen') {
    const mend = code === 'EADDRINUSE' ? 'something else listens there' : `the system says ${code}`;
    return `Expected to listen on ${listen.host}:${listen.port}, but ${mend}; choose another address with --listen`;
  }
  if (syscall !== undefined) {
    return `Expected to use ${path ?? 'a file'}, but the system says ${code}; check the place and its permissions`;
  }
  if (code?.startsWith('ERR_OSSL') === true || code?.startsWith('ERR_SSL') === true) {
    return NO_PEM;
  }
  return undefined;
}
