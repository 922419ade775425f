import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { Settings } from '../config.ts';
import { VERSION } from '../version.ts';
import { asTheyCome, SILENCE } from './as-they-come.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { followTelemetry, misuseOfFollow } from './follow-telemetry.ts';
import { FollowedInput } from './followed-input.ts';
import { inputSize } from './input-size.ts';
import type { Printer } from './printer.ts';
import { ProgressLine } from './progress.ts';
import { type Refusal, shownName } from './read-documents.ts';
import { type Rules, type RulesOptions, readRules } from './read-rules.ts';
import { readTelemetry, type TelemetryDocument } from './read-telemetry.ts';
import { outputFailure, type RunOutput, runOutput } from './run-output.ts';
import { RunWriter } from './run-writer.ts';
import { SilenceNotes } from './silence-notes.ts';
import { traceFiles } from './trace-files.ts';
import { TraceReader } from './trace-reader.ts';

export interface SurfaceOptions extends RulesOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string;
  readonly allRuns: boolean;
  readonly out?: string;
  /** Milliseconds. */
  readonly idle?: number;
  /** Goes on with a file that grows and is rotated, until the process is asked to end. */
  readonly follow?: boolean;
}

/** Milliseconds after which a run closes where a file is followed and nothing else is said. */
const FOLLOWED_IDLE = 10 * 60_000;

/** OTLP in, one line or one set of files per run out. See `assay-otel surface --help`. */
export async function surfaceCommand(
  paths: readonly string[],
  options: SurfaceOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const isFollowing = options.follow === true;
  const misuse = isFollowing ? await misuseOfFollow(paths) : undefined;
  if (misuse !== undefined) {
    printer.fail(misuse);
    return 2;
  }
  const rules = await readRules(options, io, printer);
  if (rules === undefined) return 2;
  const idle = options.idle ?? (isFollowing ? FOLLOWED_IDLE : undefined);
  try {
    if (
      !(await writeSurfaces(paths, { ...options, rules, ...(idle !== undefined && { idle }) }, io, printer))
    ) {
      printer.fail('Expected OTLP traces, got nothing that could be read; no surface was written');
      return 2;
    }
  } catch (error) {
    const failure = outputFailure(error, 'the surfaces');
    if (failure === undefined) throw error;
    printer.fail(failure);
    return 2;
  } finally {
    printer.endStatus();
  }
  printer.endRefusals();
  return printer.refused > 0 ? 1 : 0;
}

/** Whether anything could be read. Ends early where nobody reads what is written. */
async function writeSurfaces(
  paths: readonly string[],
  options: SurfaceOptions & { readonly rules: Rules },
  io: CommandIo,
  printer: Printer,
): Promise<boolean> {
  const { now = Date.now, heapLimit = getHeapStatistics().heap_size_limit } = io;
  const { idle, allRuns: all, out, follow = false } = options;
  const emittedBy = `assay-otel/${VERSION} surface`;
  const runs = new FollowedInput({ idle, all, emittedBy, wallClock: now, heapLimit });
  const files = await traceFiles(paths, printer);
  const total = printer.hasStatus && !follow ? await inputSize(files) : undefined;
  const progress = new ProgressLine(printer, now, total);
  const output = await runOutput(out, printer);
  const silence = new SilenceNotes(options.rules);
  const written: RunOutput = (run) => {
    silence.take(run);
    return output(run);
  };
  const writer = new RunWriter(written, progress, () => printer.note(evicted(idle, heapLimit)));
  const reader = new TraceReader(runs, options, printer, progress);
  const onBytes = (count: number) => progress.read(count);
  const stop = stopping(idle, io);
  try {
    for (const path of files) {
      const file = shownName(path);
      const telemetry = {
        onBytes,
        readLine: reader.readLine,
        refuse: ({ message, ...place }: Refusal) => printer.refuse({ file, ...place }, message),
      };
      const documents: AsyncGenerator<TelemetryDocument> = follow
        ? followTelemetry(path, stop.signal, printer, telemetry)
        : readTelemetry(path, io, telemetry);
      for await (const document of idle === undefined ? documents : asTheyCome(documents, stop.asked)) {
        if (document === SILENCE) runs.waited(SECOND);
        else reader.take(file, document);
        if (!(await writer.write(runs.closed()))) return true;
        while (!stop.isAsked() && runs.closeMore()) {
          if (!(await writer.write(runs.closed()))) return true;
          await setImmediate();
        }
      }
      if (stop.isAsked()) break;
    }
    if (reader.hasRead) await writer.write(runs.end(stop.isAsked() ? 'shutdown' : 'end_of_input'));
  } finally {
    stop.end();
    silence.tell(printer);
  }
  return reader.hasRead || stop.isAsked();
}

const SECOND = 1_000;

/** Whoever follows an input without end is stopped by a signal, and then writes what is open. */
function stopping(idle: number | undefined, { onStop, stdin }: CommandIo) {
  let isAsked = false;
  let ask = (): void => {};
  const followers = new AbortController();
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const forget =
    idle === undefined
      ? undefined
      : onStop?.(() => {
          isAsked = true;
          ask();
        });
  return {
    asked,
    isAsked: () => isAsked,
    /** Aborted once nothing more is to be read. */
    signal: followers.signal,
    end: () => {
      forget?.();
      followers.abort();
      // Still waiting for more, it would keep the process.
      if (isAsked) (stdin as { destroy?: () => void }).destroy?.();
    },
  };
}

const MEBIBYTE = 1024 * 1024;

function evicted(idle: number | undefined, heapLimit: number): string {
  const mend = idle === undefined ? 'close runs while reading with `--idle 10m`' : 'take a shorter `--idle`';
  const more = Math.ceil((2 * heapLimit) / MEBIBYTE);
  return `Expected all open runs to fit into memory, got more: those that were idle for longest were written early (\`closed_by\` "evicted"), and what comes later of them is a fragment; ${mend}, or give node more memory with NODE_OPTIONS=--max-old-space-size=${more}`;
}
