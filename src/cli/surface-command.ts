import type { Settings } from '../config.ts';
import { canonicalJson } from '../decision/canonical-json.ts';
import { RunState } from '../run/run-state.ts';
import { readOtlpJson } from '../span/otlp/read-otlp-json.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readDocuments, shownName } from './read-documents.ts';
import { factReader } from './read-fact.ts';
import { RunFiles } from './run-files.ts';

export interface SurfaceOptions {
  readonly toolSpans: Settings['toolSpans'];
  readonly runKey?: string;
  readonly allRuns: boolean;
  readonly out?: string;
}

/** OTLP/JSON in, one line or one set of files per run out. See `assay-otel surface --help`. */
export async function surfaceCommand(
  paths: readonly string[],
  options: SurfaceOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  try {
    const files = options.out === undefined ? undefined : await RunFiles.in(options.out);
    const runs = new RunState();
    if (!(await readTraces(paths, runs, options, io, printer))) {
      printer.fail('Expected OTLP/JSON traces, got nothing that could be read; no surface was written');
      return 2;
    }
    for (const run of runs.documents({ all: options.allRuns })) {
      const { runId: run_id, surface, health, index } = run;
      if (files === undefined) {
        if (!(await printer.line(canonicalJson({ run_id, surface, health, index })))) break;
      } else if (!(await files.write(run))) {
        printer.refuse(
          { file: options.out ?? '' },
          'Expected each run to have a file name of its own; run this input without `--out`',
        );
      }
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    printer.fail(
      `Expected to write the surfaces, but the system says ${code}; check the place and its permissions`,
    );
    return 2;
  }
  printer.endRefusals();
  return printer.refused > 0 ? 1 : 0;
}

/** Whether anything could be read: a document, and of documents that were refused in part, a span. */
async function readTraces(
  paths: readonly string[],
  runs: RunState,
  options: SurfaceOptions,
  io: CommandIo,
  printer: Printer,
): Promise<boolean> {
  const read = factReader(options);
  let hasDocument = false;
  let hasSpan = false;
  for (const path of paths) {
    const file = shownName(path);
    for await (const { line, value } of readDocuments(path, io, printer)) {
      hasDocument = true;
      const { spans, refused, refusedBeyond } = readOtlpJson(value);
      for (const { position, message } of refused) printer.refuse({ file, line, position }, message);
      if (refusedBeyond > 0) printer.refuse({ file, line }, `and ${refusedBeyond} more in this document`);
      for (const span of spans) {
        hasSpan = true;
        const reading = read(span);
        runs.add(reading.fact);
        const position = `trace ${span.traceId} span ${span.spanId}`;
        for (const message of reading.refused) printer.refuse({ file, line, position }, message);
      }
    }
  }
  return hasSpan || (hasDocument && printer.refused === 0);
}
