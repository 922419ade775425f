import { stat } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import type { EmittedRun } from '../aggregator/emitted-run.ts';
import type { GivenRun } from '../gate-entry/given-run.ts';
import { VERSION } from '../version.ts';
import type { CommandIo } from './command-io.ts';
import { FollowedInput } from './followed-input.ts';
import { inputSize } from './input-size.ts';
import type { Printer } from './printer.ts';
import { ProgressLine } from './progress.ts';
import { shownName } from './read-documents.ts';
import { readTelemetry } from './read-telemetry.ts';
import { traceFiles } from './trace-files.ts';
import { TraceReader, type TraceReaderOptions } from './trace-reader.ts';

/**
 * The runs of stored traces, as `surface` makes them at the end of its input. What a document or a span was refused for
 * is told on the printer, and stands as a run without a surface: nobody knows what was in it. `undefined` where nothing
 * could be read, or a path leads to no file.
 */
export async function readSpans(
  paths: readonly string[],
  options: TraceReaderOptions,
  io: CommandIo,
  printer: Printer,
): Promise<readonly GivenRun[] | undefined> {
  if (!(await areThere(paths, printer))) return undefined;
  const files = await traceFiles(paths, printer);
  const { now = Date.now, heapLimit = getHeapStatistics().heap_size_limit } = io;
  const emittedBy = `assay-otel/${VERSION}`;
  const input = new FollowedInput({ all: false, emittedBy, wallClock: now, heapLimit });
  const total = printer.hasStatus ? await inputSize(files) : undefined;
  const progress = new ProgressLine(printer, now, total);
  const reader = new TraceReader(input, options, printer, progress);
  const runs: GivenRun[] = [];
  let refused = 0;
  let isEvicting = false;
  const take = (closed: readonly EmittedRun[]) => {
    if (!isEvicting && closed.some(({ emission }) => emission.closed_by === 'evicted')) {
      isEvicting = true;
      printer.note(EVICTED);
    }
    runs.push(...closed.map(givenRun));
  };
  for (const path of files) {
    const file = shownName(path);
    const documents = readTelemetry(path, io, {
      onBytes: (count) => progress.read(count),
      readLine: reader.readLine,
      refuse: ({ message, ...place }) => {
        refused += 1;
        printer.refuse({ file, ...place }, message);
      },
    });
    for await (const document of documents) {
      reader.take(file, document);
      take(input.closed());
    }
  }
  take(input.end());
  printer.endStatus();
  const isLost = refused > 0 || reader.refusedSpans > 0;
  if (runs.length === 0 && isLost && !reader.hasRead) return undefined;
  return isLost ? [...runs, { surface: undefined, health: { state: 'missing' } }] : runs;
}

const EVICTED =
  'Expected all runs to fit into memory, got more: those that were idle for longest are judged in parts; give node more memory (NODE_OPTIONS=--max-old-space-size), or make surfaces with `assay-otel surface --out` first';

async function areThere(paths: readonly string[], printer: Printer): Promise<boolean> {
  let areAll = true;
  for (const path of paths) {
    if (path === '-' || (await stat(path).catch(() => undefined)) !== undefined) continue;
    areAll = false;
    printer.refuse({ file: path }, 'Expected a file of traces, got nothing there; check the path');
  }
  return areAll;
}

/** Without the evidence, which nothing here looks at. */
export function givenRun({ runId, surface, health, index, emission }: EmittedRun): GivenRun {
  return { lineRunId: runId, surface, health: { state: 'read', document: health }, index, emission };
}
