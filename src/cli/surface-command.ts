import { getHeapStatistics } from 'node:v8';
import type { Settings } from '../config.ts';
import { VERSION } from '../version.ts';
import { asTheyCome, SILENCE } from './as-they-come.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import { FollowedInput } from './followed-input.ts';
import { inputSize } from './input-size.ts';
import type { Printer } from './printer.ts';
import { ProgressLine } from './progress.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { outputFailure, runOutput } from './run-output.ts';
import { RunWriter } from './run-writer.ts';
import { TraceReader } from './trace-reader.ts';

export interface SurfaceOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string;
  readonly allRuns: boolean;
  readonly out?: string;
  /** Milliseconds. */
  readonly idle?: number;
}

/** OTLP/JSON in, one line or one set of files per run out. See `assay-otel surface --help`. */
export async function surfaceCommand(
  paths: readonly string[],
  options: SurfaceOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  try {
    if (!(await writeSurfaces(paths, options, io, printer))) {
      printer.fail('Expected OTLP/JSON traces, got nothing that could be read; no surface was written');
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
  options: SurfaceOptions,
  io: CommandIo,
  printer: Printer,
): Promise<boolean> {
  const { now = Date.now, heapLimit = getHeapStatistics().heap_size_limit } = io;
  const { idle, allRuns: all, out } = options;
  const emittedBy = `assay-otel/${VERSION} surface`;
  const runs = new FollowedInput({ idle, all, emittedBy, wallClock: now, heapLimit });
  const total = printer.hasStatus ? await inputSize(paths) : undefined;
  const progress = new ProgressLine(printer, now, total);
  const output = await runOutput(out, printer);
  const writer = new RunWriter(output, progress, () => printer.note(evicted(idle, heapLimit)));
  const reader = new TraceReader(runs, options, printer, progress);
  const onBytes = (count: number) => progress.read(count);
  const stop = stopping(idle, io);
  try {
    for (const path of paths) {
      const documents = readDocuments(path, io, printer, { onBytes });
      for await (const document of idle === undefined ? documents : asTheyCome(documents, stop.asked)) {
        if (document === SILENCE) runs.waited(SECOND);
        else reader.take(shownName(path), document);
        if (!(await writer.write(runs.closed()))) return true;
      }
      if (stop.isAsked()) break;
    }
    if (reader.hasRead) await writer.write(runs.end(stop.isAsked() ? 'shutdown' : 'end_of_input'));
  } finally {
    stop.end();
  }
  return reader.hasRead || stop.isAsked();
}

const SECOND = 1_000;

/** Whoever follows an input without end is stopped by a signal, and then writes what is open. */
function stopping(idle: number | undefined, { onStop, stdin }: CommandIo) {
  let isAsked = false;
  let ask = (): void => {};
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
    end: () => {
      forget?.();
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
