import { isStoreAddress } from '../clickhouse/store-address.ts';
import type { CommandIo, ExitCode } from './command-io.ts';
import type { Printer } from './printer.ts';
import type { StoreOptions } from './store-options.ts';
import { type SurfaceOptions, surfaceCommand } from './surface-command.ts';
import { surfaceFromStore } from './surface-from-store.ts';

/** Spans of files, or the evidence in a store. */
export async function surfaceOf(
  paths: readonly string[],
  options: SurfaceOptions & StoreOptions,
  io: CommandIo,
  printer: Printer,
): Promise<ExitCode> {
  const misuse = misuseOf(paths, options);
  if (misuse !== undefined) {
    printer.fail(misuse);
    return 2;
  }
  const { from } = options;
  return from === undefined
    ? surfaceCommand(paths, options, io, printer)
    : surfaceFromStore({ ...options, from }, io, printer);
}

/** What of the options only one of the two has. */
function misuseOf(
  paths: readonly string[],
  { from, since, until, shard, idle, follow, allRuns, runKey, out }: SurfaceOptions & StoreOptions,
): string | undefined {
  if (from === undefined) {
    if (paths.length === 0) return 'Expected files of traces, or `--from` a store, got neither';
    const given = Object.entries({ since, until, shard }).find(([, value]) => value !== undefined);
    if (given === undefined && out !== undefined && isStoreAddress(out))
      return 'Expected a directory as `--out` of files, got a store, which takes what is read `--from` one';
    return given && `Expected \`--${given[0]}\` beside \`--from\`, got it with files; leave it out`;
  }
  if (paths.length > 0) return 'Expected files or `--from`, got both; read them one after the other';
  const files = { idle: idle !== undefined, follow: follow === true };
  const [named] = Object.entries(files).find(([, isGiven]) => isGiven) ?? [];
  if (named !== undefined) return `Expected \`--${named}\` with files, got it with \`--from\`; leave it out`;
  if (allRuns)
    return 'Expected no `--all-runs` with `--from`: of traces without evidence a store keeps links alone';
  return runKey === undefined
    ? undefined
    : 'Expected no `--run-key` with `--from`: the store groups runs by `assay.run.id`; have the Collector set that';
}
