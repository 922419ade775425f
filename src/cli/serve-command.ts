import { getHeapStatistics } from 'node:v8';
import type { Settings } from '../config.ts';
import { DataInUseError } from '../serve/journal/data-lock.ts';
import { JournalVersionError } from '../serve/journal/read-lines.ts';
import { Receiver } from '../serve/receiver.ts';
import { limitsFor, type ServeLimits } from '../serve/serve-limits.ts';
import { SinkError } from '../sinks/sink-error.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Printer } from './printer.ts';
import { factReader } from './read-fact.ts';
import { logFactReader } from './read-log-fact.ts';
import { type RulesOptions, readRules } from './read-rules.ts';
import { expectTwoFolders, OptionError, tlsOf, tokenOf, UNUSABLE_TLS } from './serve-files.ts';
import { serveOutput } from './serve-output.ts';

export interface ServeOptions extends RulesOptions {
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
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const reading = { toolSpans, runKey, rules };
  const heapLimit = io.heapLimit ?? getHeapStatistics().heap_size_limit;
  let stop: (isGone: boolean) => void = () => {};
  const stopped = new Promise<boolean>((resolve) => {
    stop = resolve;
  });
  // From the first moment: whoever starts it may stop it while it still reads its journal.
  const forget = io.onStop?.(() => stop(false));
  try {
    await expectTwoFolders(options);
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
    if (isDone) {
      say('stopped');
      return isGone ? 2 : 0;
    }
    printer.fail(notTaken(receiver.unwritten, options));
    return 2;
  } finally {
    forget?.();
  }
}

const OPEN =
  'anybody who reaches this address can send spans and read runs: set a token (--token-file), or listen on a loopback address';

function notTaken(count: number, { data }: ServeOptions): string {
  const runs = count === 1 ? '1 run' : `${count} runs`;
  const kept =
    data === undefined
      ? 'what it did not take is lost; with --data it would have been kept'
      : 'what it did not take is in the journal of --data, and is written when it is started again';
  return `Expected the output to take the open runs, but it did not take ${runs}; ${kept}`;
}

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

/** Errors that say themselves what to do. */
const TOLD = [OptionError, DataInUseError, JournalVersionError, SinkError];

/** What to say where it cannot start; undefined where the error is another. */
function failureOf(error: unknown, { listen }: ServeOptions): string | undefined {
  const { message, code, syscall, path } = error as NodeJS.ErrnoException;
  if (TOLD.some((kind) => error instanceof kind)) return message;
  if (syscall === 'getaddrinfo') return notListening(listen, `no such host is known (${code})`);
  if (syscall === 'listen') {
    const why = code === 'EADDRINUSE' ? 'something else listens there' : `the system says ${code}`;
    return notListening(listen, why);
  }
  if (syscall !== undefined) {
    return `Expected to use ${path ?? 'a file'}, but the system says ${code}; check the place and its permissions`;
  }
  if (code?.startsWith('ERR_OSSL') === true || code?.startsWith('ERR_SSL') === true) {
    return UNUSABLE_TLS;
  }
  return undefined;
}

function notListening({ host, port }: ListenAddress, why: string): string {
  return `Expected to listen on ${host}:${port}, but ${why}; choose another address with --listen`;
}
