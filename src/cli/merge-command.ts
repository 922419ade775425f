import { canonicalJson } from '../decision/canonical-json.ts';
import { VERSION } from '../version.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { Printer } from './printer.ts';
import { readStates } from './read-states.ts';
import { outputFailure, runOutput } from './run-output.ts';
import { StateUnion } from './state-union.ts';

export interface MergeOptions {
  readonly documents: boolean;
  readonly allRuns: boolean;
  readonly out?: string;
}

/** States in, one state or the documents of its runs out. See `assay-otel merge --help`. */
export async function mergeCommand(
  paths: readonly string[],
  options: MergeOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const union = new StateUnion();
  let hasState = false;
  for await (const state of readStates(paths, io, printer)) {
    hasState = true;
    union.add(state);
  }
  if (!hasState) {
    printer.endRefusals();
    printer.fail('Expected state documents, got none that could be read; nothing was merged');
    return 2;
  }
  const refusedInput = printer.refused;
  try {
    await writeUnion(union, options, printer);
  } catch (error) {
    const failure = outputFailure(error, 'what was merged');
    if (failure === undefined) throw error;
    printer.fail(failure);
    return 2;
  }
  printer.endRefusals();
  if (printer.refused > refusedInput) return 2;
  return refusedInput > 0 ? 1 : 0;
}

async function writeUnion(union: StateUnion, options: MergeOptions, printer: Printer): Promise<void> {
  const { documents, out, allRuns: all } = options;
  if (!documents && out === undefined) {
    await printer.line(canonicalJson(union.document()));
    return;
  }
  const output = await runOutput(out, printer);
  for (const run of union.runs({ all, emittedBy: `assay-otel/${VERSION} merge` })) {
    if (!(await output(run))) return;
  }
}
